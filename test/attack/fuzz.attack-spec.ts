import fc from 'fast-check';
import { Http2Client } from '../support/http2-client.js';
import { type OddRequest, faultOf, oddRequest } from '../support/odd-requests.js';
import type { TestAnswer, TestClient, TestRequest } from '../support/test-client.js';
import { leastWait } from './looks.js';
import { type AttackedServer, MOST_LATENCY, Prober, startAttackedServer } from './support.js';

const SEED = Number(process.env.TEST_FUZZ_SEED ?? 1);
/** Requests that are sent, unless there is a time to fill. */
const REQUESTS = Number(process.env.TEST_FUZZ_REQUESTS ?? 20_000);
const MINUTES = Number(process.env.TEST_FUZZ_MINUTES ?? 0);
/** Requests of one seed; the seeds of a run follow each other. */
const BATCH = 250;
const AT_ONCE = 6;
/** An answer that takes longer never comes, in milliseconds. */
const PATIENCE = 10_000;
const MOST_FAULTS = 20;
const TIME_LIMIT = MINUTES * 60_000 + REQUESTS * 20 + 60_000;

interface Sender {
  request(method: string, path: string, sent: TestRequest): Promise<TestAnswer>;
}

let server: AttackedServer;
let prober: Prober;
let http1: TestClient;
let http2: Http2Client | undefined;

beforeAll(async () => {
  server = await startAttackedServer();
  await server.admin.post('/api/v1/namespaces', { metadata: { name: 'fuzz' } });
  prober = new Prober(server.connect(server.adminToken));
  http1 = server.connect(server.adminToken);
});

afterAll(async () => {
  http2?.close();
  await prober.stop();
  expect(await server.stop()).toBe(0);
});

/** Every other batch goes over HTTP/2, over its own connection. */
async function senderOf(batch: number): Promise<Sender> {
  if (batch % 2 === 0) return http1;
  http2?.close();
  http2 = await Http2Client.connect({ url: server.url, ca: server.ca, token: server.adminToken });
  return http2;
}

async function send(sender: Sender, request: OddRequest): Promise<string | undefined> {
  const { method, path, headers, body } = request;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing within ${PATIENCE} ms`)), PATIENCE);
  });
  try {
    return faultOf(request, await Promise.race([sender.request(method, path, { headers, body }), late]));
  } catch (error) {
    const sent = JSON.stringify([headers, body?.toString('latin1').slice(0, 2000)]);
    return `no answer to ${method} ${path} ${sent}: ${String(error)}`;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends a batch and answers what is wrong with the answers. */
async function sendAll(sender: Sender, requests: readonly OddRequest[]): Promise<string[]> {
  const left = [...requests];
  const faults: string[] = [];
  const sendSome = async (): Promise<void> => {
    for (let request = left.pop(); request; request = left.pop()) {
      const fault = await send(sender, request);
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  return faults;
}

async function tryBatch(batch: number): Promise<string[]> {
  const requests = fc.sample(oddRequest, { numRuns: BATCH, seed: SEED + batch });
  const sender = await senderOf(batch);
  const faults: string[] = [];
  const work = async (): Promise<void> => void faults.push(...(await sendAll(sender, requests)));
  const waited = await leastWait({ prober, work });
  if (waited >= MOST_LATENCY) faults.push(`/livez waited ${waited.toFixed(0)} ms for the same requests each time`);
  return faults.map((fault) => `seed ${SEED + batch}, HTTP/${(batch % 2) + 1}: ${fault}`);
}

it(
  `answers anything a client may send, over both protocols, and holds up nobody (seed ${SEED})`,
  async () => {
    const started = performance.now();
    const isOver = (batch: number): boolean =>
      MINUTES > 0 ? performance.now() - started > MINUTES * 60_000 : batch * BATCH >= REQUESTS;
    const faults: string[] = [];
    let batch = 0;
    for (; !isOver(batch) && faults.length < MOST_FAULTS; batch++) faults.push(...(await tryBatch(batch)));
    process.stdout.write(`${batch * BATCH} requests from seed ${SEED} on, ${faults.length} faults\n`);
    expect(faults).toEqual([]);
    expect((await server.admin.get('/readyz')).status).toBe(200);
  },
  TIME_LIMIT,
);
