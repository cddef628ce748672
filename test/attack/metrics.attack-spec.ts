import { type ClientHttp2Session, connect } from 'node:http2';
import { type AttackedServer, startAttackedServer } from './support.js';

const REQUESTS = 100_000;
const AT_A_TIME = 64;

let server: AttackedServer;
let session: ClientHttp2Session;

beforeAll(async () => {
  server = await startAttackedServer();
  session = connect(server.url, { ca: server.ca });
});

afterAll(async () => {
  session.close();
  expect(await server.stop()).toBe(0);
});

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'BREW', 'PROPFIND'];
const PLACES = [
  '/',
  '/api/v1/',
  '/apis/',
  '/apis/apps/v1/',
  '/api/v1/namespaces/default/',
  '/healthz/',
  '/api/v1/watch/',
];

/** A request for what is not there, another one each time; some of a user without rights, most of no user. */
function send(i: number): Promise<void> {
  const path = `${PLACES[i % PLACES.length]}odd-${i}/more-${i}?${i}=${i}`;
  const authorization = i % 5 === 0 ? `Bearer ${server.nobodyToken}` : `Bearer wrong-${i}`;
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': METHODS[i % METHODS.length],
      ':path': path,
      authorization,
      'user-agent': `a-${i}`,
    });
    stream.on('error', reject).on('close', resolve).resume();
    stream.end();
  });
}

/** How many lines the metrics of requests have, and how many metrics of other things there are. */
async function exposed(): Promise<string[]> {
  const { text } = await server.admin.get('/metrics');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/ \S+$/, ''));
}

it('keeps its metrics as they are, whatever is asked for', async () => {
  for (let i = 0; i < 2_000; i++) await send(i);
  const before = await exposed();
  let next = 2_000;
  const sendOn = async (): Promise<void> => {
    while (next < REQUESTS) await send(next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, sendOn));
  const known = new Set(before);
  expect((await exposed()).filter((line) => !known.has(line) && /odd|more|wrong|a-\d/.test(line))).toEqual([]);
  expect((await exposed()).length).toBeLessThan(before.length * 1.1);
});
