import { PostgresOptions, StorageOptions } from './option-groups.js';
import { checkPostgres } from './postgres-checks.js';

function problemsOf(postgres: Partial<PostgresOptions>, backend = 'postgres'): string[] {
  const storage = Object.assign(new StorageOptions(), { backend });
  const options = { storage, postgres: Object.assign(new PostgresOptions(), postgres) };
  return checkPostgres(options).map(({ option, message }) => `${option}: ${message}`);
}

const url = 'postgres://binnacle@db/binnacle';

describe('checkPostgres()', () => {
  it('accepts a URL, or a file with one, with and without certificates', () => {
    expect(problemsOf({ url })).toEqual([]);
    expect(problemsOf({ urlFile: '/url', caFile: '/ca', certFile: '/c', keyFile: '/k', schema: 'one_2' })).toEqual([]);
    expect(problemsOf({}, 'sqlite')).toEqual([]);
  });

  it.each<[Partial<PostgresOptions>, string]>([
    [{}, '--postgres-url: must be specified'],
    [{ url, urlFile: '/url' }, '--postgres-url: is given besides --postgres-url-file'],
    [{ url: 'db' }, '--postgres-url: has not the form postgres://user@host:port/database'],
    [
      { url: 'postgres://u:p@db/d' },
      '--postgres-url: has a password: use --postgres-password-file, --postgres-url-file or the variable PGPASSWORD',
    ],
    [{ url, certFile: '/c' }, '--postgres-certfile: has no effect without --postgres-keyfile'],
    [{ url, keyFile: '/k' }, '--postgres-keyfile: has no effect without --postgres-certfile'],
    [{ url, schema: 'a"b' }, '--postgres-schema: "a\\"b" is not the name of a schema'],
    [{ url, schema: 'UPPER' }, '--postgres-schema: "UPPER" is not the name of a schema'],
    [{ url, maxConnections: 2 }, '--postgres-max-connections: 2 is less than 3'],
    [{ url, statementTimeout: 10 }, '--postgres-statement-timeout: is less than 100 ms'],
  ])('refuses %j', (postgres, problem) => {
    expect(problemsOf(postgres)).toEqual([problem]);
  });

  it('refuses flags of PostgreSQL with another backend', () => {
    const given = { url, urlFile: '/u', passwordFile: '/p', caFile: '/ca', certFile: '/c', keyFile: '/k', schema: 'x' };
    const names = ['url', 'url-file', 'password-file', 'cafile', 'certfile', 'keyfile', 'schema'];
    expect(problemsOf(given, 'sqlite')).toEqual(
      names.map((name) => `--postgres-${name}: has no effect with --storage-backend=sqlite`),
    );
  });
});
