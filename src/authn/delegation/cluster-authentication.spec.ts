import type { ServerResponse } from 'node:http';
import { TestAuthority } from '../../../test/support/authority.js';
import { eventually } from '../../../test/support/eventually.js';
import { FakeWebhook } from '../../../test/support/fake-webhook.js';
import { createLogger, MetricsRegistry } from '../../observability/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import { fixedConnection, PLAIN_TLS } from '../../outbound/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { FrontProxies } from '../certificates/front-proxies.js';
import { ClusterAuthentication } from './cluster-authentication.js';

const authority = await TestAuthority.create('cluster');
const serving = await authority.issue({ name: 'CN=cluster', usage: 'server', hosts: ['127.0.0.1'] });

const PATH = '/api/v1/namespaces/kube-system/configmaps';
const DATA = {
  'client-ca-file': 'users',
  'requestheader-client-ca-file': 'proxies',
  'requestheader-allowed-names': '["front"]',
  'requestheader-username-headers': '["X-Remote-User"]',
  'requestheader-group-headers': '["X-Remote-Group"]',
  'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
};
const NAMES = { username: ['x-remote-user'], uid: [], group: ['x-remote-group'], extraPrefixes: ['x-remote-extra-'] };

interface Setting {
  readonly clientCaFile?: string;
  readonly requestHeaderClientCaFile?: string;
  readonly skipsLookup?: boolean;
  readonly toleratesLookupFailure?: boolean;
}

let server: FakeWebhook;
let used: string[];
let proxies: FrontProxies;
let lines: string[];
const opened: ClusterAuthentication[] = [];

beforeEach(async () => {
  server = await FakeWebhook.start(serving);
  [used, proxies, lines] = [[], new FrontProxies(), []];
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.onApplicationShutdown();
  await server.close();
});

async function open(setting: Setting = {}): Promise<ClusterAuthentication> {
  const { clientCaFile = '', requestHeaderClientCaFile = '', ...cluster } = setting;
  const tls = { ...PLAIN_TLS, authority: authority.pem };
  const authentication = fixedConnection({ server: server.url, tls, proxyUrl: '' });
  const each = await ClusterAuthentication.open(
    { authentication, core: authentication, authorization: authentication },
    {
      options: {
        cluster,
        authentication: { clientCaFile, requestHeaderClientCaFile },
      } as unknown as ApiServerOptions,
      authorities: {
        replaceUsers: (pem) => void used.push(`users: ${pem}`),
        replaceProxies: (pem) => void used.push(`proxies: ${pem}`),
      },
      proxies,
      clock: new FakeClock(),
      logger: createLogger({ destination: { write: (line) => void lines.push(line) } }),
      metrics: new MetricsRegistry(),
    },
  );
  opened.push(each);
  return each;
}

const answer = (data: object | undefined): void => server.answerJson(() => ({ metadata: { name: 'x' }, data }));
const logged = (): string[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

const BOTH_FLAGS: Setting = { clientCaFile: '/a', requestHeaderClientCaFile: '/b' };

describe('ClusterAuthentication', () => {
  it('takes from the configmap who signs certificates, and what proxies send', async () => {
    answer(DATA);
    await open();
    expect(server.asked.map(({ url }) => url)).toEqual([`${PATH}/extension-apiserver-authentication`]);
    expect(used).toEqual(['users: users', 'proxies: proxies']);
    expect(proxies.current).toEqual({ names: NAMES, allowedNames: new Set(['front']) });
    expect(lines).toEqual([]);
  });

  it.each<[string, Setting, string[]]>([
    ['the authority of users', { clientCaFile: '/a' }, ['proxies: proxies']],
    ['that of proxies', { requestHeaderClientCaFile: '/a' }, ['users: users']],
  ])('leaves %s to the flag that names it', async (_name, setting, expected) => {
    answer(DATA);
    await open(setting);
    expect([used, proxies.current === undefined]).toEqual([expected, 'requestHeaderClientCaFile' in setting]);
  });

  it.each<[string, Setting]>([
    ['flags name both authorities', BOTH_FLAGS],
    ['it is to be skipped', { skipsLookup: true }],
  ])('asks for nothing where %s', async (_name, setting) => {
    await open(setting);
    expect([server.asked, used]).toEqual([[], []]);
  });

  it('takes no authority of users where there is none', async () => {
    answer({ ...DATA, 'client-ca-file': '' });
    await open();
    answer({ ...DATA, 'client-ca-file': undefined });
    await open();
    expect(used).toEqual(['proxies: proxies', 'proxies: proxies']);
  });

  const MISSING = 'configmap/extension-apiserver-authentication has no requestheader-client-ca-file';
  it.each<[object | undefined, string]>([
    [undefined, MISSING],
    [{}, MISSING],
    [{ ...DATA, 'requestheader-client-ca-file': '' }, MISSING],
    [{ ...DATA, 'requestheader-allowed-names': 'front' }, 'requestheader-allowed-names is no list of texts'],
    [{ ...DATA, 'requestheader-uid-headers': '{}' }, 'requestheader-uid-headers is no list of texts'],
    [{ ...DATA, 'requestheader-group-headers': '["a", 1]' }, 'requestheader-group-headers is no list of texts'],
  ])('refuses %j: %s', async (data, message) => {
    answer(data);
    await expect(open()).rejects.toThrow(
      `--authentication-kubeconfig: unable to load configmap based request-header-client-ca-file: ${message}`,
    );
    expect(proxies.current).toBeUndefined();
    await eventually(() => expect(server.openConnections).toBe(0));
    await open({ toleratesLookupFailure: true });
    expect(logged()).toEqual(['how the cluster authenticates could not be read']);
    expect(lines[0]).toContain(message);
  });

  it.each([
    [404, 'configmap/extension-apiserver-authentication in kube-system is missing'],
    [403, '403'],
  ])('refuses an answer with %d', async (status, message) => {
    server.answerJson(() => ({ kind: 'Status', status: 'Failure', code: status, message: 'no' }), status);
    await expect(open()).rejects.toThrow(message);
    expect((await open({ toleratesLookupFailure: true })) instanceof ClusterAuthentication).toBe(true);
  });
});

describe('ClusterAuthentication that follows the configmap', () => {
  const LIST = `${PATH}?fieldSelector=metadata.name%3Dextension-apiserver-authentication&`;
  let watch: ServerResponse | undefined;

  /** Lists the configmap, and leaves watches open. */
  const serve = (data: object): void => {
    watch = undefined;
    server.answer = ({ url }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      if (url.includes('watch=true')) {
        watch = response;
        response.flushHeaders();
      } else {
        const found = configmap(data, '1');
        response.end(
          JSON.stringify(url.includes('?') ? { metadata: { resourceVersion: '1' }, items: [found] } : found),
        );
      }
    };
  };
  const configmap = (data: object, resourceVersion: string) => ({ metadata: { name: 'x', resourceVersion }, data });
  const change = (type: string, data: object, version: string): void =>
    void watch!.write(`${JSON.stringify({ type, object: configmap(data, version) })}\n`);
  const watching = () => eventually(() => expect(watch).toBeDefined());

  it('uses what it says now, and keeps that where a change is invalid or it is deleted', async () => {
    serve(DATA);
    const each = await open();
    each.onApplicationBootstrap();
    await watching();
    expect(server.asked[1].url.startsWith(LIST)).toBe(true);
    change('MODIFIED', { ...DATA, 'client-ca-file': 'others', 'requestheader-allowed-names': '["back"]' }, '2');
    await eventually(() => expect(used.slice(-2)).toEqual(['users: others', 'proxies: proxies']));
    const allowedNames = new Set(['back']);
    await eventually(() => expect(proxies.current).toEqual({ names: NAMES, allowedNames }));
    change('MODIFIED', { ...DATA, 'client-ca-file': '', 'requestheader-allowed-names': 'x' }, '3');
    change('DELETED', {}, '4');
    await eventually(() =>
      expect(logged()).toEqual([
        'how the cluster authenticates is in effect',
        'how the cluster authenticates is in effect',
        'a changed configmap of client certificates is invalid, the previous one stays in effect',
        'the configmap of client certificates is gone, what it said stays in effect',
      ]),
    );
    expect(lines[2]).toContain('requestheader-allowed-names is no list of texts');
    expect(proxies.current).toEqual({ names: NAMES, allowedNames });
  });

  it.each<[string, Setting]>([
    ['flags name both authorities', BOTH_FLAGS],
    ['it is to be skipped', { skipsLookup: true }],
  ])('asks for nothing where %s', async (_name, setting) => {
    serve(DATA);
    (await open(setting)).onApplicationBootstrap();
    // Requests that begin later are answered later.
    (await open({ clientCaFile: '/a' })).onApplicationBootstrap();
    await watching();
    expect(server.asked).toHaveLength(3);
  });

  it('closes its connections at the end', async () => {
    serve(DATA);
    const each = await open();
    each.onApplicationBootstrap();
    await watching();
    expect(server.openConnections).toBeGreaterThan(0);
    await each.onApplicationShutdown();
    await eventually(() => expect(server.openConnections).toBe(0));
  });
});
