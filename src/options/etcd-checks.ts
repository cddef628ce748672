import { parseServersOverride } from './etcd-servers-override.js';
import type { ApiServerOptions, EtcdOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** The name of the engine that keeps everything in etcd. */
const ETCD_BACKEND = 'etcd3';

/** The flags that have an effect with etcd only, besides the interval of compactions. */
const FLAGS: readonly (readonly [name: string, property: keyof EtcdOptions])[] = [
  ['--etcd-servers', 'servers'],
  ['--etcd-servers-overrides', 'serversOverrides'],
  ['--etcd-cafile', 'caFile'],
  ['--etcd-certfile', 'certFile'],
  ['--etcd-keyfile', 'keyFile'],
];

/** Checks the options of storage in etcd (upstream: EtcdOptions.Validate). */
export function checkEtcd({ storage, etcd }: Pick<ApiServerOptions, 'storage' | 'etcd'>): OptionProblem[] {
  return storage.backend === ETCD_BACKEND
    ? [...checkOverrides(etcd), ...checkUsed(etcd)]
    : checkUnused(etcd, storage.backend);
}

function checkOverrides({ serversOverrides }: EtcdOptions): OptionProblem[] {
  return serversOverrides.flatMap((text) => {
    const override = parseServersOverride(text);
    if (!override) {
      const format = 'must be of format: group/resource#servers, where servers are URLs, semicolon separated';
      const remedy = 'Give each as /events#http://host:port;http://host:port, or group/resource#http://host:port.';
      return [problem('--etcd-servers-overrides', `--etcd-servers-overrides invalid, ${format}`, remedy)];
    }
    return checkServers('--etcd-servers-overrides', override.servers);
  });
}

function checkServers(option: string, servers: readonly string[]): OptionProblem[] {
  const remedy = 'Give each as http://host:port or https://host:port.';
  const wrong = servers.filter((each) => !isServer(each));
  return wrong.map((server) => problem(option, `${JSON.stringify(server)} is not the URL of a server`, remedy));
}

function checkUsed(etcd: EtcdOptions): OptionProblem[] {
  const { servers, certFile, keyFile, prefix } = etcd;
  const problems: OptionProblem[] = [];
  if (servers.length === 0) {
    problems.push(
      problem('--etcd-servers', '--etcd-servers must be specified', 'Give one such as http://127.0.0.1:2379.'),
    );
  }
  problems.push(...checkServers('--etcd-servers', servers));
  if ((certFile === '') !== (keyFile === '')) {
    const [given, missing] =
      certFile === '' ? ['--etcd-keyfile', '--etcd-certfile'] : ['--etcd-certfile', '--etcd-keyfile'];
    problems.push(problem(given, `has no effect without ${missing}`, `Give ${missing} too.`));
  }
  if (!/^\/?[^/]+(\/[^/]+)*\/?$/.test(prefix)) {
    problems.push(problem('--etcd-prefix', `${JSON.stringify(prefix)} is not a path`, 'Give one such as /registry.'));
  }
  return problems;
}

function checkUnused(etcd: EtcdOptions, backend: string): OptionProblem[] {
  const given = FLAGS.filter(([, property]) => etcd[property].toString() !== '');
  return given.map(([option]) =>
    problem(option, `has no effect with --storage-backend=${backend}`, `Give --storage-backend=${ETCD_BACKEND} too.`),
  );
}

function isServer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return false;
  return url.hostname !== '' && url.username === '' && url.pathname === '/' && url.search === '';
}

function problem(option: string, message: string, remedy: string): OptionProblem {
  return { option, message, remedy };
}
