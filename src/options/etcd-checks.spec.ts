import { checkEtcd } from './etcd-checks.js';
import { EtcdOptions, StorageOptions } from './option-groups.js';

function problemsOf(etcd: Partial<EtcdOptions>, backend = 'etcd3'): string[] {
  const storage = Object.assign(new StorageOptions(), { backend });
  const options = { storage, etcd: Object.assign(new EtcdOptions(), etcd) };
  return checkEtcd(options).map(({ option, message }) => `${option}: ${message}`);
}

const servers = ['https://127.0.0.1:2379'];

describe('checkEtcd()', () => {
  it('accepts servers with and without certificates, and any prefix', () => {
    expect(problemsOf({ servers: ['http://a:2379', 'https://[::1]:2379'] })).toEqual([]);
    expect(problemsOf({ servers, caFile: '/ca', certFile: '/c', keyFile: '/k', prefix: 'a/b/' })).toEqual([]);
    expect(problemsOf({}, 'sqlite')).toEqual([]);
  });

  it.each<[Partial<EtcdOptions>, string]>([
    [{}, '--etcd-servers: --etcd-servers must be specified'],
    [{ servers: ['127.0.0.1:2379'] }, '--etcd-servers: "127.0.0.1:2379" is not the URL of a server'],
    [{ servers: ['http://a:2379/path'] }, '--etcd-servers: "http://a:2379/path" is not the URL of a server'],
    [{ servers, certFile: '/c' }, '--etcd-certfile: has no effect without --etcd-keyfile'],
    [{ servers, keyFile: '/k' }, '--etcd-keyfile: has no effect without --etcd-certfile'],
    [{ servers, prefix: '/' }, '--etcd-prefix: "/" is not a path'],
    [
      { servers, serversOverrides: ['/events#http://b:2379'] },
      '--etcd-servers-overrides: is not supported: all resources are kept in one etcd',
    ],
  ])('refuses %j', (etcd, problem) => {
    expect(problemsOf(etcd)).toEqual([problem]);
  });

  it('refuses flags of etcd with another backend', () => {
    expect(problemsOf({ servers, caFile: '/ca', certFile: '/c', keyFile: '/k' }, 'sqlite')).toEqual(
      ['servers', 'cafile', 'certfile', 'keyfile'].map(
        (name) => `--etcd-${name}: has no effect with --storage-backend=sqlite`,
      ),
    );
  });
});
