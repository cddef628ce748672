import { kubeconfigOf } from '../../../test/support/fake-webhook.js';
import { parseKubeconfig } from './parse-kubeconfig.js';

const SERVER = 'https://webhook.example/authorize';
const parse = (cluster: object, user: object) =>
  parseKubeconfig(JSON.parse(kubeconfigOf(SERVER, { cluster, user })), '/etc/binnacle');

describe('parseKubeconfig()', () => {
  it('reads the current context, paths from its directory on', () => {
    const data = Buffer.from('PEM').toString('base64');
    const { cluster, credentials } = parse(
      { 'certificate-authority': 'ca.pem', 'tls-server-name': 'other', 'proxy-url': 'socks5://proxy:1080' },
      { 'client-certificate-data': data, 'client-key': '/abs/key.pem', tokenFile: 'token' },
    );
    expect(cluster).toMatchObject({
      server: SERVER,
      certificateAuthority: '/etc/binnacle/ca.pem',
      tlsServerName: 'other',
      proxyUrl: 'socks5://proxy:1080',
    });
    expect(credentials).toMatchObject({
      clientCertificateData: 'PEM',
      clientKey: '/abs/key.pem',
      tokenFile: '/etc/binnacle/token',
    });
  });

  it.each<[object, object, string]>([
    [{ servr: 'x' }, {}, 'clusters[0].cluster.servr: Invalid value: "servr": unknown field'],
    [{}, { tokn: 'x' }, 'users[0].user.tokn: Invalid value: "tokn": unknown field'],
    [{ server: '' }, {}, 'clusters[0].cluster.server: Required value'],
    [{ server: 'ftp://x' }, {}, 'clusters[0].cluster.server: Invalid value: must be an http or https URL'],
    [{ 'proxy-url': 'proxy:3128' }, {}, 'proxy-url: Invalid value: must be an http, https or socks5 URL'],
    [{ 'certificate-authority-data': '%' }, {}, 'certificate-authority-data: Invalid value: must be base64'],
    [
      { 'insecure-skip-tls-verify': 'yes' },
      {},
      'insecure-skip-tls-verify: Invalid value: "string": must be true or false',
    ],
    [
      { 'insecure-skip-tls-verify': true, 'certificate-authority': 'ca' },
      {},
      'specifying a root certificates file with the insecure flag is not allowed',
    ],
    [{}, { 'client-certificate': 'x' }, 'users[0].user.client-key: Required value: the certificate needs its key'],
    [{}, { 'client-key': 'x' }, 'client-certificate: Required value: the key needs its certificate'],
    [{}, { 'auth-provider': { name: 'gcp' } }, 'auth-provider: Invalid value: is not supported'],
    [{}, { token: 's3cret', username: 'x' }, 'found: [token basicAuth], only one is allowed'],
    [{}, { 'as-uid': '1' }, 'users[0].user.as: Required value: requesting uid'],
    [{}, { exec: {} }, 'users[0].user.exec.command: Required value'],
    [{}, { exec: { command: 'x', apiVersion: 'v1' } }, 'exec.apiVersion: Unsupported value: "v1"'],
    [
      {},
      { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1' } },
      'users[0].user.exec.interactiveMode: Required value',
    ],
    [
      {},
      { exec: { command: 'x', apiVersion: 'client.authentication.k8s.io/v1beta1', interactiveMode: 'Always' } },
      'a server has no standard input to ask',
    ],
  ])('refuses the cluster %j with the user %j: %s', (cluster, user, message) => {
    expect(() => parse(cluster, user)).toThrow(message);
  });

  it.each<[object, string]>([
    [{ 'current-context': '' }, 'current-context: Required value'],
    [{ 'current-context': 'other' }, 'current-context: Not found: "other"'],
    [{ clusters: [] }, 'contexts[0].context.cluster: Not found: "webhook"'],
    [{ users: [] }, 'contexts[0].context.user: Not found: "server"'],
    [{ kind: 'Pod' }, 'kind: Invalid value: "Pod": must be Config'],
    [{ colour: 1 }, 'colour: Invalid value: "colour": unknown field'],
    [{ clusters: 1 }, 'clusters: Invalid value: "number": must be a list'],
  ])('refuses a file with %j: %s', (changes, message) => {
    const file: unknown = { ...JSON.parse(kubeconfigOf(SERVER)), ...changes };
    expect(() => parseKubeconfig(file, '/')).toThrow(message);
  });

  it.each([{}, { user: '' }])('shows nothing to a server whose context has %j', (user) => {
    const contexts = [{ name: 'webhook', context: { cluster: 'webhook', ...user } }];
    const file: unknown = { ...JSON.parse(kubeconfigOf(SERVER)), users: [], contexts };
    expect(parseKubeconfig(file, '/').credentials).toMatchObject({ token: '', username: '', clientCertificate: '' });
  });

  it.each([null, 'text', [], 3])('refuses %j', (file) => {
    expect(() => parseKubeconfig(file, '/')).toThrow('must be a mapping');
  });

  it('reveals no secret', () => {
    const user = { token: 's3cret', username: 'x', password: 's3cret', 'client-key-data': 's3cret!' };
    const message = ((): string => {
      try {
        return JSON.stringify(parse({ 'proxy-url': 'gopher://u:s3cret@x' }, user));
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(message).toContain('only one is allowed');
    expect(message).not.toContain('s3cret');
  });
});
