import type { ServerResponse } from 'node:http';
import { FakeWebhook, type WebhookRequest } from '../support/fake-webhook.js';

/** Something that asks a webhook. */
export interface WebhookCaller {
  /** Asks once; what it answers is what follows for the request. Attempts last 200 ms at most and are soon made again. */
  ask(): Promise<unknown>;
  close(): Promise<void> | void;
}

/** How a caller is made, and what it says when the webhook is of no help. */
export interface WebhookCallerContract {
  open(server: string): Promise<WebhookCaller>;
  /** Holds for what `ask` answers, or is rejected with, when there is no judgement. */
  readonly expectFailure: (outcome: PromiseSettledResult<unknown>) => void;
}

type Misdeed = (request: WebhookRequest, response: ServerResponse) => void;

const MISDEEDS: readonly (readonly [string, Misdeed])[] = [
  ['never answers', () => {}],
  ['stops in the middle of its headers', (_, response) => void response.socket!.write('HTTP/1.1 200 OK\r\nContent-')],
  [
    'stops in the middle of its answer',
    (_, response) => void response.writeHead(200, { 'content-length': 100 }).write('{"status":'),
  ],
  ['hangs up', (_, response) => void response.socket!.destroy()],
  ['hangs up in the middle of its answer', hangUpLate],
  ['answers 500', (_, response) => void response.writeHead(500).end('{"status":{"allowed":true}}')],
  ['answers 403', (_, response) => void response.writeHead(403).end('{"status":{"allowed":true}}')],
  ['redirects', (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
  ['answers no JSON', (_, response) => void response.writeHead(200).end('allowed: true')],
  ['answers a list', (_, response) => void response.writeHead(200).end('[{"status":{"allowed":true}}]')],
  ['answers null', (_, response) => void response.writeHead(200).end('null')],
  ['answers nothing', (_, response) => void response.writeHead(204).end()],
  [
    'answers 10 MB',
    (_, response) =>
      void response.writeHead(200).end(`{"status":{"allowed":true,"reason":"${'x'.repeat(10_000_000)}"}}`),
  ],
  ['answers without end', answerForEver],
  [
    'answers a mebibyte of headers',
    (_, response) => void response.writeHead(200, { 'x-much': 'x'.repeat(1024 * 1024) }).end('{}'),
  ],
  ['speaks another protocol', (_, response) => void response.socket!.end('SSH-2.0-OpenSSH_9.6\r\n')],
];

function hangUpLate(_: WebhookRequest, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 100 }).write('{"status":{"allowed":true}');
  setImmediate(() => response.socket?.destroy());
}

function answerForEver(_: WebhookRequest, response: ServerResponse): void {
  const chunk = `{"status":{"allowed":true}}${' '.repeat(100_000)}`;
  const more = (): void => {
    if (!response.destroyed && response.write(chunk)) setImmediate(more);
  };
  response.on('drain', more).on('error', () => {});
  more();
}

const MOST_TIME = 5_000;
const MOST_MEMORY = 64 * 1024 * 1024;

/** The contract of every caller of webhooks: a server that is broken or malicious. */
export function describeWebhookCaller(name: string, { open, expectFailure }: WebhookCallerContract): void {
  describe(`${name}, asking a hostile webhook`, () => {
    let webhook: FakeWebhook;
    let caller: WebhookCaller;

    beforeAll(async () => {
      webhook = await FakeWebhook.start();
      caller = await open(`${webhook.url}/judge`);
    });

    afterAll(async () => {
      await caller.close();
      await webhook.close();
    });

    it.each(MISDEEDS)('is done in bounded time and memory with one that %s', async (_, misdeed) => {
      webhook.answer = misdeed;
      const [started, memory] = [performance.now(), process.memoryUsage().arrayBuffers];
      const [outcome] = await Promise.allSettled([caller.ask()]);
      expectFailure(outcome);
      expect(performance.now() - started).toBeLessThan(MOST_TIME);
      expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(MOST_MEMORY);
    });

    it('is done soon with one that nobody listens for', async () => {
      const gone = await FakeWebhook.start();
      await gone.close();
      const lost = await open(gone.url);
      const [outcome] = await Promise.allSettled([lost.ask()]);
      expectFailure(outcome);
      await lost.close();
    });
  });
}
