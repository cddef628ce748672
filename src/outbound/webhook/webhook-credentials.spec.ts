import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import type { KubeconfigParts } from '../kubeconfig/kubeconfig-source.js';
import { noCredentials } from '../kubeconfig/parse-kubeconfig.js';
import { WebhookCredentials, credentialsFor } from './webhook-credentials.js';

/** The name of the user that is chosen for a host among some users. */
function chosen(hostPort: string, users: string[], currentUser = ''): string | undefined {
  const known = new Map(users.map((name) => [name, { ...noCredentials(), username: name }]));
  return credentialsFor(hostPort, { users: known, currentUser })?.username;
}

describe('credentialsFor()', () => {
  const HOST = 'a.b.example.com';

  it.each([
    [`${HOST}:443`, [`${HOST}:443`, HOST, '*.b.example.com:443', '*'], `${HOST}:443`],
    [`${HOST}:443`, ['*.example.com:443', '*.b.example.com:443', HOST], '*.b.example.com:443'],
    [`${HOST}:443`, ['*.com:443', HOST, '*'], '*.com:443'],
    [`${HOST}:443`, ['*.b.example.com', HOST, '*'], HOST],
    [`${HOST}:443`, ['*.com', '*'], '*.com'],
    [`${HOST}:443`, ['*.a.b.example.com', 'b.example.com', '*'], '*'],
    [`${HOST}:8443`, [HOST, '*.example.com', '*'], '*'],
    [`${HOST}:8443`, ['*.example.com:8443', '*'], '*.example.com:8443'],
    [HOST, [HOST, '*'], HOST],
    [HOST, ['*.', '*'], '*'],
  ])('of %s among %j are those of %s', (hostPort, users, name) => expect(chosen(hostPort, users)).toBe(name));

  it('are those of the current context where no other name fits, if there are any', () => {
    expect(chosen(`${HOST}:443`, ['other', 'own'], 'own')).toBe('own');
    expect(chosen(`${HOST}:443`, ['*', 'own'], 'own')).toBe('*');
    expect(chosen(`${HOST}:443`, ['other'], 'gone')).toBeUndefined();
  });
});

/** The server of a webhook, as programs see it. */
const CLUSTER = { server: 'https://a.example.com:443' };
/** A program whose token is the server that it was asked about. */
const ANSWER_WITH_CLUSTER = `
  const { apiVersion, kind, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
  process.stdout.write(JSON.stringify({ apiVersion, kind, status: { token: JSON.stringify(spec.cluster) } }));
`;

describe('WebhookCredentials', () => {
  let directory: string;
  let path: string;
  let clock: FakeClock;
  let parts: KubeconfigParts;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-webhook-credentials-'));
    path = join(directory, 'kubeconfig');
    clock = new FakeClock();
    parts = { clock, logger: createLogger({ isEnabled: false }) };
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const write = (users: Record<string, object>): Promise<void> => {
    const named = Object.entries(users).map(([name, user]) => ({ name, user }));
    return writeFile(path, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: named }));
  };

  it('are shown to the host that a user is named after, and none to others', async () => {
    await write({ 'a.example.com': { token: 'secret' } });
    const credentials = await WebhookCredentials.read(path, parts);
    const { headers } = await credentials.sourceFor('a.example.com:443').current();
    expect(headers).toEqual({ authorization: 'Bearer secret' });
    expect((await credentials.sourceFor('b.example.com:443').current()).headers).toEqual({});
  });

  it('are not read where any of the users cannot be used', async () => {
    await write({ a: { token: 'secret' }, b: { tokenFile: 'missing' } });
    await expect(WebhookCredentials.read(path, parts)).rejects.toThrow('unable to read tokenFile');
    await write({ a: { tokn: 'secret' } });
    await expect(WebhookCredentials.read(path, parts)).rejects.toThrow('unknown field');
  });

  it('are read once for several requests, and again where that has failed or they are refused', async () => {
    await write({ '*': { token: 'first' } });
    const source = (await WebhookCredentials.read(path, parts)).sourceFor('a:443');
    source.credentialsRefused();
    await rm(path);
    await expect(source.current()).rejects.toMatchObject({ name: 'OutboundError', fault: 'credentials' });
    await write({ '*': { token: 'second' } });
    const [one, other] = await Promise.all([source.current(), source.current()]);
    expect(one).toBe(other);
    expect(one.headers).toEqual({ authorization: 'Bearer second' });
    await write({ '*': { token: 'the third' } });
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer second' });
    source.credentialsRefused();
    expect((await source.current()).headers).toEqual({ authorization: 'Bearer the third' });
  });

  it('by a program name the host as its server', async () => {
    const script = join(directory, 'token');
    await writeFile(script, ANSWER_WITH_CLUSTER);
    const exec = { command: process.execPath, args: [script], interactiveMode: 'Never', provideClusterInfo: true };
    await write({ '*': { exec: { ...exec, apiVersion: 'client.authentication.k8s.io/v1' } } });
    const source = (await WebhookCredentials.read(path, parts)).sourceFor('a.example.com:443');
    expect((await source.current()).headers).toEqual({ authorization: `Bearer ${JSON.stringify(CLUSTER)}` });
  });
});
