import { checkEtcd } from './etcd-checks.js';
import { EtcdOptions, StorageOptions } from './option-groups.js';

function problemsOf(etcd: Partial<EtcdOptions>, backend = 'etcd3'): string[] {
  const storage = Object.assign(new StorageOptions(), { backend });
  const options = { storage, etcd: Object.assign(new EtcdOptions(), etcd) };
  return checkEtcd(options).map(({ option, message }) => `${option}: ${message}`);
}

const WRONG_OVERRIDE =
  '--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated';
const servers = ['https://127.0.0.1:2379'];

describe('checkEtcd()', () => {
  it('accepts servers with and without certificates, and any prefix', () => {
    expect(problemsOf({ servers: ['http://a:2379', 'https://[::1]:2379'] })).toEqual([]);
    expect(problemsOf({ servers, caFile: '/ca', certFile: '/c', keyFile: '/k', prefix: 'a/b/' })).toEqual([]);
    const serversOverrides = ['/events#http://b:2379;https://c:2379', 'apps/*#http://d:2379'];
    expect(problemsOf({ servers, serversOverrides })).toEqual([]);
    expect(problemsOf({}, 'sqlite')).toEqual([]);
  });

  it.each<[Partial<EtcdOptions>, string]>([
    [{}, '--etcd-servers: --etcd-servers must be specified'],
    [{ servers: ['127.0.0.1:2379'] }, '--etcd-servers: "127.0.0.1:2379" is not the URL of a server'],
    [{ servers: ['http://a:2379/path'] }, '--etcd-servers: "http://a:2379/path" is not the URL of a server'],
    [{ servers, certFile: '/c' }, '--etcd-certfile: has no effect without --etcd-keyfile'],
    [{ servers, keyFile: '/k' }, '--etcd-keyfile: has no effect without --etcd-certfile'],
    [{ servers, prefix: '/' }, '--etcd-prefix: "/" is not a path'],
    [{ servers, serversOverrides: ['/events/http://b:2379'] }, `--etcd-servers-overrides: ${WRONG_OVERRIDE}`],
    [{ servers, serversOverrides: ['events#http://b:2379'] }, `--etcd-servers-overrides: ${WRONG_OVERRIDE}`],
    [{ servers, serversOverrides: ['/events#http://b:2379#c'] }, `--etcd-servers-overrides: ${WRONG_OVERRIDE}`],
    [{ servers, serversOverrides: ['/events#'] }, '--etcd-servers-overrides: "" is not the URL of a server'],
    [
      { servers, serversOverrides: ['/events#http://b:2379;c:2379'] },
      '--etcd-servers-overrides: "c:2379" is not the URL of a server',
    ],
  ])('refuses %j', (etcd, problem) => {
    expect(problemsOf(etcd)).toEqual([problem]);
  });

  it('refuses flags of etcd with another backend', () => {
    expect(
      problemsOf({ servers, serversOverrides: ['x'], caFile: '/ca', certFile: '/c', keyFile: '/k' }, 'sqlite'),
    ).toEqual(
      ['servers', 'servers-overrides', 'cafile', 'certfile', 'keyfile'].map(
        (name) => `--etcd-${name}: has no effect with --storage-backend=sqlite`,
      ),
    );
  });
});
