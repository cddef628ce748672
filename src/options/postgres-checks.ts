import { type ApiServerOptions, PostgresOptions } from './option-groups.js';
import { PostgresUrlError, parsePostgresUrl } from './postgres-url.js';
import type { OptionProblem } from './problem.js';

/** The name of the engine that keeps everything in PostgreSQL. */
const BACKEND = 'postgres';
/** One connection writes, one waits for changes, and one reads. */
const LEAST_CONNECTIONS = 3;
const LEAST_TIMEOUT_MS = 100;

/** The flags that have an effect with PostgreSQL only. */
const FLAGS: readonly (readonly [name: string, property: keyof PostgresOptions])[] = [
  ['--postgres-url', 'url'],
  ['--postgres-url-file', 'urlFile'],
  ['--postgres-password-file', 'passwordFile'],
  ['--postgres-cafile', 'caFile'],
  ['--postgres-certfile', 'certFile'],
  ['--postgres-keyfile', 'keyFile'],
  ['--postgres-schema', 'schema'],
  ['--postgres-max-connections', 'maxConnections'],
  ['--postgres-statement-timeout', 'statementTimeout'],
];

/** Checks the options of storage in PostgreSQL. */
export function checkPostgres({ storage, postgres }: Pick<ApiServerOptions, 'storage' | 'postgres'>): OptionProblem[] {
  if (storage.backend !== BACKEND) return checkUnused(postgres, storage.backend);
  return [...checkUrl(postgres), ...checkCertificate(postgres), ...checkLimits(postgres)];
}

function checkUrl({ url, urlFile }: PostgresOptions): OptionProblem[] {
  if ((url === '') === (urlFile === '')) {
    const message = url === '' ? 'must be specified' : 'is given besides --postgres-url-file';
    return [problem('--postgres-url', message, 'Give one of --postgres-url and --postgres-url-file.')];
  }
  const fault = url === '' ? undefined : faultOf(url);
  return fault === undefined
    ? []
    : [problem('--postgres-url', fault, 'Give one such as postgres://user@host/database.')];
}

/** The URL is shown among the flags, and arguments of processes can be seen by others. */
function faultOf(url: string): string | undefined {
  try {
    const { password } = parsePostgresUrl(url);
    return password === undefined
      ? undefined
      : 'has a password: use --postgres-password-file, --postgres-url-file or the variable PGPASSWORD';
  } catch (error) {
    if (error instanceof PostgresUrlError) return error.message;
    throw error;
  }
}

function checkCertificate({ certFile, keyFile }: PostgresOptions): OptionProblem[] {
  if ((certFile === '') === (keyFile === '')) return [];
  const [given, missing] =
    certFile === '' ? ['--postgres-keyfile', '--postgres-certfile'] : ['--postgres-certfile', '--postgres-keyfile'];
  return [problem(given, `has no effect without ${missing}`, `Give ${missing} too.`)];
}

function checkLimits({ schema, maxConnections, statementTimeout }: PostgresOptions): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    const remedy = 'Use lower-case letters, digits and underscores.';
    problems.push(problem('--postgres-schema', `${JSON.stringify(schema)} is not the name of a schema`, remedy));
  }
  if (maxConnections < LEAST_CONNECTIONS) {
    const message = `${maxConnections} is less than ${LEAST_CONNECTIONS}`;
    problems.push(problem('--postgres-max-connections', message, 'One writes, one waits for changes, others read.'));
  }
  if (statementTimeout < LEAST_TIMEOUT_MS) {
    const message = `is less than ${LEAST_TIMEOUT_MS} ms`;
    problems.push(problem('--postgres-statement-timeout', message, 'Give a duration such as 10s.'));
  }
  return problems;
}

function checkUnused(postgres: PostgresOptions, backend: string): OptionProblem[] {
  const defaults = new PostgresOptions();
  const given = FLAGS.filter(([, property]) => postgres[property] !== defaults[property]);
  return given.map(([option]) =>
    problem(option, `has no effect with --storage-backend=${backend}`, `Give --storage-backend=${BACKEND} too.`),
  );
}

function problem(option: string, message: string, remedy: string): OptionProblem {
  return { option, message, remedy };
}
