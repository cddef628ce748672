import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { FakeKubelet, makeKubeletCertificates } from '../support/fake-kubelet.js';
import { Kubectl, hasUsableKubectl } from '../support/kubectl.js';
import { type SpdyStream, speakSpdy } from '../support/spdy-kubelet.js';

const hasKubectl = hasUsableKubectl();
const suite = hasKubectl ? describe : describe.skip;
if (!hasKubectl) process.stderr.write('skipped: there is no kubectl 1.30 or newer on the path\n');

suite('kubectl and a kubelet', () => {
  let directory: string;
  let server: BuiltServer;
  let kubelet: FakeKubelet;
  let kubectl: Kubectl;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-kubectl-'));
    kubelet = await FakeKubelet.start(await makeKubeletCertificates());
    server = await startBuiltServer(['--disable-admission-plugins=ServiceAccount', '--controllers=-*']);
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
    const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
    const daemonEndpoints = { kubeletEndpoint: { Port: kubelet.port } };
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status: { addresses, daemonEndpoints } };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i:1', stdin: true }] },
    };
    await kubectl.ok('create -f -', { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [node, pod] }) });
  }, 60_000);

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await kubelet.close();
    await rm(directory, { recursive: true, force: true });
  }, 30_000);

  /** Answers what is typed, once nothing more is, and says how it has ended. */
  function answerInput(status: object): void {
    kubelet.upgrade = (_request, socket) => {
      const streams = new Map<string, SpdyStream>();
      let typed = '';
      speakSpdy(socket, {
        onStream: (stream) => void streams.set(stream.name, stream),
        onData: (_stream, chunk) => void (typed += chunk.toString()),
        onEnd: () => {
          streams.get('stdout')!.send(`got ${typed}`);
          streams.get('error')!.send(JSON.stringify({ metadata: {}, ...status }));
          for (const name of ['stdout', 'stderr', 'error']) streams.get(name)?.end();
        },
      });
    };
  }

  it('shows logs, and follows them', async () => {
    kubelet.answer = (_request, response) => void response.end('one\ntwo\n');
    expect(await kubectl.ok('logs p')).toBe('one\ntwo\n');
    kubelet.answer = (_request, response) => void response.write('first\n');
    const followed = kubectl.follow('logs -f p');
    expect(await followed.next()).toBe('first');
    followed.stop();
    await followed.ended;
  });

  it('runs commands, and ends as they do', async () => {
    answerInput({ status: 'Success' });
    expect(await kubectl.ok('exec -i p -- cat', { input: 'words' })).toBe('got words');
    expect(kubelet.asked.at(-1)).toMatchObject({ url: '/exec/default/p/c?input=1&output=1&error=1&command=cat' });
    const causes = [{ reason: 'ExitCode', message: '3' }];
    answerInput({ status: 'Failure', reason: 'NonZeroExitCode', message: 'command terminated', details: { causes } });
    expect((await kubectl.run(['exec', '-i', 'p', '--', 'cat'], { input: 'x' })).code).toBe(3);
  });

  it('attaches to what runs', async () => {
    answerInput({ status: 'Success' });
    expect(await kubectl.ok('attach -i p', { input: 'words' })).toContain('got words');
  });

  it('is told why it cannot', async () => {
    kubelet.upgrade = (_request, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope');
    expect(await kubectl.fails('exec p -- ls')).toContain('nope');
    kubelet.answer = (_request, response) => void response.writeHead(404).end('no such container');
    expect(await kubectl.fails('logs p')).toContain('the server could not find the requested resource ( pods/log p)');
  });
});
