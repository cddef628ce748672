import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, type Server, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connectToContainer } from '../support/fake-container.js';
import { type KubectlRun, describeWithKubectl } from '../support/kubectl.js';
import { type KubectlNode, startKubectlNode } from '../support/kubectl-node.js';

/** How kubectl connects to the server by the value of its variables; requests of WebSockets are GET. */
const PROTOCOLS = [
  ['WebSockets', 'true'],
  ['SPDY', 'false'],
] as const;

const LARGE = 'all that is typed\n'.repeat(200_000);

describeWithKubectl('kubectl and a container', () => {
  let node: KubectlNode;
  let root: string;
  let echo: Server;

  beforeAll(async () => {
    node = await startKubectlNode();
    root = join(node.directory, 'root');
    await mkdir(join(root, 'tree'), { recursive: true });
    const main = ['sh', '-c', 'while read line; do echo "got $line"; done'];
    node.kubelet.upgrade = (request, socket) => connectToContainer({ root, main }, request, socket);
    echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
    await once(echo, 'listening');
  });

  afterAll(async () => {
    echo.close();
    await node.close();
  });

  describe.each(PROTOCOLS)('over %s', (_protocol, isWebSocket) => {
    const environment = {
      KUBECTL_REMOTE_COMMAND_WEBSOCKETS: isWebSocket,
      KUBECTL_PORT_FORWARD_WEBSOCKETS: isWebSocket,
    };
    const ok = (command: string, run?: KubectlRun): Promise<string> =>
      node.kubectl.ok(command, { environment, ...run });

    it('runs a command, whose streams and end are those of the client', async () => {
      const script = 'cat; echo oh >&2; exit 3';
      const args = ['exec', '-i', 'p', '--', 'sh', '-c', script];
      const result = await node.kubectl.run(args, { environment, input: 'words' });
      expect(result).toMatchObject({ code: 3, stdout: 'words' });
      expect(result.stderr).toBe('oh\ncommand terminated with exit code 3\n');
      expect(node.kubelet.asked.at(-1)!.headers).toMatchObject({ upgrade: 'SPDY/3.1' });
    });

    it('loses nothing of what is large, in either direction', async () => {
      expect(await ok('exec -i p -- cat', { input: LARGE })).toBe(LARGE);
    });

    it('says that a command is not there', async () => {
      const args = ['exec', 'p', '--', 'sh', '-c', 'exec ./none'];
      expect((await node.kubectl.run(args, { environment })).code).toBe(127);
    });

    it('attaches to the command that runs', async () => {
      expect(await ok('attach -i p', { input: 'one\ntwo\n' })).toContain('got one\ngot two\n');
      expect(node.kubelet.asked.at(-1)!.url).toBe('/attach/default/p/c?input=1&output=1&error=1');
    });

    it('copies a directory into the container and out of it', async () => {
      const source = join(node.directory, `source-${isWebSocket}`);
      await mkdir(join(source, 'below'), { recursive: true });
      await writeFile(join(source, 'small'), 'what is copied');
      await writeFile(join(source, 'below', 'large'), LARGE);
      const target = `copied-${isWebSocket}`;
      await ok(`cp ${source} p:tree/${target}`);
      expect(await readFile(join(root, 'tree', target, 'below', 'large'), 'utf8')).toBe(LARGE);
      const back = join(node.directory, `back-${isWebSocket}`);
      await ok(`cp p:tree/${target} ${back}`);
      expect(await readFile(join(back, 'small'), 'utf8')).toBe('what is copied');
      expect(await readFile(join(back, 'below', 'large'), 'utf8')).toBe(LARGE);
    });

    it('forwards ports, for several connections at a time', async () => {
      const { port } = echo.address() as AddressInfo;
      const forwarding = node.kubectl.follow(`port-forward p :${port}`, { environment });
      const local = Number(/127\.0\.0\.1:(\d+) -> /.exec((await forwarding.next())!)![1]);
      const texts = ['a', 'b', 'c'].map((letter) => letter.repeat(1 << 20));
      const answers = texts.map(async (text) => {
        const socket = connect(local, '127.0.0.1');
        socket.end(text);
        return (await buffer(socket)).toString() === text;
      });
      expect(await Promise.all(answers)).toEqual([true, true, true]);
      expect(node.kubelet.asked.at(-1)).toMatchObject({
        method: 'POST',
        url: '/portForward/default/p',
        headers: { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'portforward.k8s.io' },
      });
      forwarding.stop();
      await forwarding.ended;
    });
  });
});
