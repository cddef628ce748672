import { type KubectlNode, startKubectlNode } from '../support/kubectl-node.js';
import { describeWithKubectl } from '../support/kubectl.js';

describeWithKubectl('kubectl and a kubelet', () => {
  let node: KubectlNode;

  beforeAll(async () => {
    node = await startKubectlNode();
  });

  afterAll(() => node.close());

  it('shows logs, and follows them to their end', async () => {
    const { kubelet, kubectl } = node;
    kubelet.answer = (_request, response) => void response.end('one\ntwo\n');
    expect(await kubectl.ok('logs p')).toBe('one\ntwo\n');
    let more = (_text: string): void => {};
    kubelet.answer = (_request, response) => {
      response.write('first\n');
      more = (text) => void response.end(text);
    };
    const followed = kubectl.follow('logs -f p');
    expect(await followed.next()).toBe('first');
    more('second\n');
    expect(await followed.next()).toBe('second');
    expect(await followed.ended).toBe(0);
  });

  it('reports a log that breaks off', async () => {
    const { kubelet, kubectl } = node;
    kubelet.answer = (_request, response) => {
      response.write('half\n');
      setImmediate(() => kubelet.drop());
    };
    const { code, stdout, stderr } = await kubectl.run(['logs', '-f', 'p']);
    expect([code, stdout]).toEqual([1, 'half\n']);
    expect(stderr).toMatch(/unexpected EOF|stream error/);
  });

  it('adds a container to look at another one', async () => {
    await node.kubectl.ok('debug p --image=busybox:1 --target=c -c look --attach=false');
    const path = '{.spec.ephemeralContainers[*]}';
    expect(JSON.parse(await node.kubectl.ok(`get pod p -o jsonpath=${path}`))).toMatchObject({
      name: 'look',
      targetContainerName: 'c',
    });
  });

  it('opens the API without credentials on the machine it runs on', async () => {
    const proxy = node.kubectl.follow('proxy --port=0');
    const [, url] = /on (127\.0\.0\.1:\d+)/.exec((await proxy.next())!)!;
    const answer = await fetch(`http://${url}/api/v1/namespaces/default/pods/p`);
    expect(await answer.json()).toMatchObject({ kind: 'Pod', metadata: { name: 'p' } });
    node.kubelet.answer = (_request, response) => void response.end('a log');
    expect(await (await fetch(`http://${url}/api/v1/namespaces/default/pods/p/log?follow=true`)).text()).toBe('a log');
    proxy.stop();
    await proxy.ended;
  });

  it('gets the reason why it cannot', async () => {
    const { kubelet, kubectl } = node;
    kubelet.upgrade = (_request, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nnope');
    expect(await kubectl.fails('exec p -- ls')).toContain('nope');
    kubelet.answer = (_request, response) => void response.writeHead(404).end('no such container');
    expect(await kubectl.fails('logs p')).toContain('the server could not find the requested resource ( pods/log p)');
  });
});
