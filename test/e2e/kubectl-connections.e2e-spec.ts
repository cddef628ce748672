import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { FakeKubelet, makeKubeletCertificates } from '../support/fake-kubelet.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';
import { type SpdyStream, echoForwardedPort, speakSpdy } from '../support/spdy-kubelet.js';

const EXIT_1 = { causes: [{ reason: 'ExitCode', message: '1' }] };

describeWithKubectl('kubectl and a kubelet', () => {
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

  /** Plays the programs that files are copied with, on an archive outside: what was put in last comes out again. */
  function answerTar(url: string, socket: Duplex, archive: string): void {
    const streams = new Map<string, SpdyStream>();
    const received: Buffer[] = [];
    const finish = (status: object): void => {
      streams.get('error')!.send(JSON.stringify({ metadata: {}, ...status }));
      for (const stream of streams.values()) stream.end();
    };
    const isReading = url.includes('command=tar&command=cf');
    const wanted = url.includes('input=1') ? 4 : 3;
    speakSpdy(socket, {
      onStream: (stream) => {
        streams.set(stream.name, stream);
        if (streams.size < wanted || wanted === 4) return;
        // For the question whether the target is a directory, it is not.
        if (!isReading) return finish({ status: 'Failure', reason: 'NonZeroExitCode', details: EXIT_1 });
        void readFile(archive).then((bytes) => {
          streams.get('stdout')!.send(bytes);
          finish({ status: 'Success' });
        });
      },
      onData: (_stream, chunk) => void received.push(Buffer.from(chunk)),
      onEnd: () => void writeFile(archive, Buffer.concat(received)).then(() => finish({ status: 'Success' })),
    });
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

  it.each([
    ['WebSockets', 'true'],
    ['SPDY', 'false'],
  ])('forwards ports, over %s', async (_protocol, isWebSocket) => {
    await kubectl.ok('patch pod p --subresource=status -p {"status":{"phase":"Running"}}');
    kubelet.upgrade = (_request, socket) => echoForwardedPort(socket);
    const environment = { KUBECTL_PORT_FORWARD_WEBSOCKETS: isWebSocket };
    const forwarding = kubectl.follow('port-forward p :8080', { environment });
    const port = Number(/127\.0\.0\.1:(\d+) -> 8080/.exec((await forwarding.next())!)![1]);
    const socket = connect(port, '127.0.0.1');
    socket.write('there and back');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toBe('there and back');
    expect(kubelet.asked.at(-1)).toMatchObject({ url: '/portForward/default/p', headers: { upgrade: 'SPDY/3.1' } });
    socket.destroy();
    forwarding.stop();
    await forwarding.ended;
  });

  it('copies files into containers and out of them', async () => {
    const archive = join(directory, 'archive.tar');
    const source = join(directory, 'source');
    await writeFile(source, 'what is copied');
    kubelet.upgrade = (request, socket) => answerTar(request.url!, socket, archive);
    await kubectl.ok(`cp ${source} p:/target`);
    expect(kubelet.asked.at(-1)!.url).toContain('command=tar&command=-xmf&command=-&command=-C&command=%2F');
    await kubectl.ok(`cp p:target ${join(directory, 'back')}`);
    expect(await readFile(join(directory, 'back'), 'utf8')).toBe('what is copied');
  });

  it('adds a container to look at another one', async () => {
    await kubectl.ok('debug p --image=busybox:1 --target=c -c look --attach=false');
    const path = '{.spec.ephemeralContainers[*]}';
    expect(JSON.parse(await kubectl.ok(`get pod p -o jsonpath=${path}`))).toMatchObject({
      name: 'look',
      targetContainerName: 'c',
    });
  });

  it('opens the API without credentials on the machine it runs on', async () => {
    const proxy = kubectl.follow('proxy --port=0');
    const [, url] = /on (127\.0\.0\.1:\d+)/.exec((await proxy.next())!)!;
    const answer = await fetch(`http://${url}/api/v1/namespaces/default/pods/p`);
    expect(await answer.json()).toMatchObject({ kind: 'Pod', metadata: { name: 'p' } });
    proxy.stop();
    await proxy.ended;
  });

  it('gets the reason why it cannot', async () => {
    kubelet.upgrade = (_request, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope');
    expect(await kubectl.fails('exec p -- ls')).toContain('nope');
    kubelet.answer = (_request, response) => void response.writeHead(404).end('no such container');
    expect(await kubectl.fails('logs p')).toContain('the server could not find the requested resource ( pods/log p)');
  });
});
