import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ResourceKind } from '../../../src/client/index.js';
import { describeWithChromium } from '../../support/chromium.js';
import { connectToContainer } from '../../support/fake-container.js';
import { FakeKubelet, makeKubeletCertificates } from '../../support/fake-kubelet.js';
import { forwardPort } from '../../support/forwarded-port.js';
import { type ConsolePage, fill, openConsole } from './console-page.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const NODES: ResourceKind = { group: '', version: 'v1', kind: 'Node', resource: 'nodes', scope: 'Cluster' };
const PODS: ResourceKind = { group: '', version: 'v1', kind: 'Pod', resource: 'pods', scope: 'Namespaced' };
const POD = '#/r/core/pods/default/p';

describeWithChromium('pods in the console', () => {
  let console: ConsoleServer;
  let kubelet: FakeKubelet;
  let site: Server;
  let open: ConsolePage;

  beforeAll(async () => {
    kubelet = await FakeKubelet.start(await makeKubeletCertificates());
    kubelet.upgrade = (request, socket, head) =>
      request.url!.startsWith('/portForward/')
        ? forwardPort(request, socket, head)
        : connectToContainer({ root: '/', main: ['true'] }, request, socket);
    site = createServer((request, response) => {
      // Without a length the body comes in chunks.
      response.setHeader('x-site', 'mine');
      response.write('answer to ');
      response.end(request.url);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    console = await startConsoleServer(['--disable-admission-plugins=ServiceAccount', '--controllers=-*']);
    const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
    const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } } };
    await console.client.of(NODES).create({ metadata: { name: 'n' }, status } as never);
    const { port } = site.address() as AddressInfo;
    const container = { name: 'c', image: 'i:1', ports: [{ containerPort: port }] };
    const spec = { nodeName: 'n', containers: [container] };
    await console.client
      .of(PODS)
      .namespace('default')
      .create({ metadata: { name: 'p' }, spec } as never);
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
    await open.signIn('admin-token');
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(async () => {
    site.close();
    await console.close();
    await kubelet.close();
  });

  it('follows the log of a container, without the escapes of terminals', async () => {
    kubelet.answer = (_request, response) => {
      response.write('first line\n');
      response.write('\u001b[31msecond\u001b[0m line\nthi');
      setImmediate(() => response.write('rd line\n'));
    };
    await open.go(`${POD}/logs`);
    await open.shows('first line\nsecond line\nthird line');
    expect(kubelet.asked.at(-1)!.url).toBe('/containerLogs/default/p/c?follow=true&tailLines=500');
    await open.page.type('[aria-label="Filter lines"]', 'SECOND');
    await open.page.waitForFunction(`document.querySelector('[role=log]').innerText === 'second line'`);
    await open.shows('kubectl logs pods/p --container c --tail=500 --follow --namespace default');
  });

  it('says why a log cannot be read', async () => {
    kubelet.answer = (_request, response) => void response.writeHead(400).end('no such container here');
    await open.go(`${POD}/logs`);
    await open.shows('no such container here');
  });

  it('runs a command in a terminal, under the content security policy', async () => {
    await open.go(`${POD}/terminal`);
    await fill(open, 'command', 'cat');
    await open.click('Connect');
    await open.shows('connected');
    await open.page.waitForSelector('.terminal-host textarea:focus');
    await open.page.keyboard.type('\u001b[38;2;1;2;3mtyped here');
    await open.page.waitForFunction(`document.querySelector('.xterm-rows').innerText.includes('typed here')`);
    expect(kubelet.asked.at(-1)!.url).toContain('/exec/default/p/c?');
    await open.page.keyboard.down('Shift');
    await open.page.keyboard.press('Escape');
    await open.page.keyboard.up('Shift');
    await open.page.waitForSelector('[name=command]:focus');
    await fill(open, 'command', 'false');
    await open.click('Connect again');
    await open.page.waitForFunction(
      `document.querySelector('.xterm-rows').innerText.includes('command terminated with non-zero exit code')`,
    );
  });

  it('sends a request to a port, and says why it cannot', async () => {
    await open.go(`${POD}/ports`);
    await fill(open, 'path', '/greeting');
    await open.click('GET');
    await open.shows('HTTP/1.1 200 OK');
    await open.shows('answer to /greeting');
    await fill(open, 'port', '1');
    await open.click('GET');
    await open.shows('error forwarding port 1: ');
  });
});
