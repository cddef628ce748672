import { buffer } from 'node:stream/consumers';
import { deflateRawSync, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib';
import { FakeKubelet, makeKubeletCertificates, ownAddress } from '../support/fake-kubelet.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const PAGE = `<p>${'é'.repeat(5000)}</p><a href="/x">x</a>`;
const REWRITTEN = PAGE.replace('/x', '/api/v1/nodes/n/proxy/x');

let kubelet: FakeKubelet;
let server: TestServer;

beforeAll(async () => {
  kubelet = await FakeKubelet.start(await makeKubeletCertificates(ownAddress()));
  server = await startTestServer();
  const addresses = [{ type: 'InternalIP', address: ownAddress() }];
  const status = { addresses, daemonEndpoints: { kubeletEndpoint: { Port: kubelet.port } } };
  await server.client.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' }, status });
});

afterAll(async () => {
  await server.close();
  await kubelet.close();
});

interface Page {
  readonly encoding?: string | string[];
  readonly length?: string;
  readonly body: Buffer;
}

/** Gets what a kubelet answers with some headers. */
async function proxied(
  body: Buffer,
  own: Readonly<Record<string, string>>,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Page> {
  kubelet.answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length, ...own });
    response.end(body);
  };
  const answer = await server.client.open(method, '/api/v1/nodes/n/proxy/page', { headers });
  const { 'content-encoding': encoding, 'content-length': length } = answer.headers;
  return { encoding, length, body: await buffer(answer) };
}

const asking = (encoding: string): { headers: Record<string, string> } => ({
  headers: { 'accept-encoding': encoding },
});

describe('a page of a proxied server', () => {
  it('keeps its encoding when its links are rewritten', async () => {
    const gzip = await proxied(gzipSync(PAGE), { 'content-encoding': 'gzip' }, asking('gzip, br'));
    expect(kubelet.asked.at(-1)!.headers['accept-encoding']).toBe('gzip, br');
    expect([gzip.encoding, gzip.length, gunzipSync(gzip.body).toString()]).toEqual(['gzip', undefined, REWRITTEN]);
    const deflate = await proxied(deflateRawSync(PAGE), { 'content-encoding': 'deflate' }, asking('deflate'));
    expect([deflate.encoding, inflateRawSync(deflate.body).toString()]).toEqual(['deflate', REWRITTEN]);
  });

  it('is left alone in an unknown encoding', async () => {
    const body = Buffer.from(PAGE);
    expect(await proxied(body, { 'content-encoding': 'br' }, asking('br'))).toEqual({
      encoding: 'br',
      length: String(body.length),
      body,
    });
  });

  it('comes decompressed to a client that has not asked for compression, as everything does', async () => {
    const page = await proxied(gzipSync(PAGE), { 'content-encoding': 'gzip' });
    expect(kubelet.asked.at(-1)!.headers['accept-encoding']).toBe('gzip');
    expect([page.encoding, page.length, page.body.toString()]).toEqual([undefined, undefined, REWRITTEN]);
    const text = await proxied(gzipSync(PAGE), { 'content-encoding': 'gzip', 'content-type': 'text/plain' });
    expect([text.encoding, text.body.toString()]).toEqual([undefined, PAGE]);
  });

  it('has no length without its body, as it would have another one', async () => {
    const { length, body } = await proxied(Buffer.from(PAGE), {}, { method: 'HEAD' });
    expect([length, body.length]).toEqual([undefined, 0]);
    const plain = await proxied(Buffer.from(PAGE), { 'content-type': 'text/plain' }, { method: 'HEAD' });
    expect(plain.length).toBe(String(Buffer.byteLength(PAGE)));
  });

  it('breaks off where its compressed form does', async () => {
    const cut = gzipSync(PAGE).subarray(0, -9);
    await expect(proxied(cut, { 'content-encoding': 'gzip' }, asking('gzip'))).rejects.toThrow(
      /aborted|ECONNRESET|hang/,
    );
  });
});
