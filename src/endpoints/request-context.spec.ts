import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { failure } from '../apimachinery/index.js';
import { Serializers, builtInSerializers } from '../codecs/index.js';
import { parseRequestInfo } from '../request/index.js';
import { RequestContext, type ReceivedRequest } from './request-context.js';
import { UNLIMITED } from './request-seat.js';
import { storeContextOf } from './resource-request.js';

const USER = { name: 'alice', groups: [] };

/** A response that records what is done with it. */
class Answer extends EventEmitter {
  readonly did: string[] = [];
  headersSent = false;
  closed = false;
  destroyed = false;
  head: OutgoingHttpHeaders = {};
  readonly set: Record<string, unknown> = {};

  setHeader(name: string, value: unknown): void {
    this.set[name] = value;
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    this.did.push(`head ${status}`);
    this.head = headers;
    this.headersSent = true;
  }

  write(piece: Uint8Array, sent?: () => void): boolean {
    this.did.push(`write ${piece.length}${sent ? ' notified' : ''}`);
    return piece.length < 5;
  }

  flushHeaders(): void {
    this.did.push('flush');
  }

  end(body?: string | Uint8Array, sent?: () => void): void {
    const shown = body === undefined ? '' : typeof body === 'string' ? ` text ${body}` : ` bytes ${body.length}`;
    this.did.push(`end${shown}${sent ? ' notified' : ''}`);
  }
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: object;
  readonly major?: number;
  readonly more?: Partial<ReceivedRequest>;
}

function contextOf({ method = 'GET', path = '/api/v1/pods', query = '', headers = {}, major = 1, more }: Sent = {}) {
  const answer = new Answer();
  const search = new URLSearchParams(query);
  const context = new RequestContext({
    request: { method, headers, httpVersionMajor: major } as unknown as IncomingMessage,
    response: answer as unknown as ServerResponse,
    info: parseRequestInfo(method, path, search),
    query: search,
    id: 'the-request',
    catalogue: { resource: () => undefined },
    serializers: new Serializers(builtInSerializers()),
    compresses: false,
    shared: undefined as never,
    ...more,
  });
  context.identify(USER);
  return { context, answer };
}

describe('RequestContext', () => {
  it('begins with nothing known but the request', () => {
    const { context } = contextOf();
    expect(context).toMatchObject({ sentBytes: 0, queuedMs: 0, isTerminated: false, isAborted: false });
    expect(context).toMatchObject({ method: 'GET', path: '/api/v1/pods', isLongRunning: false, compresses: false });
    expect([context.trail, context.span, context.annotations, context.limitMs]).toEqual([
      undefined,
      undefined,
      undefined,
      Infinity,
    ]);
    expect(context.seat).toBe(UNLIMITED);
    expect(contextOf({ query: 'watch=1' }).context.isLongRunning).toBe(true);
  });

  it('is made as its caller, unless it continues as another user', () => {
    const { context } = contextOf();
    const bob = { name: 'bob', groups: [] };
    context.actAs(bob);
    expect([context.caller, context.user]).toEqual([USER, bob]);
    expect(contextOf({ more: { caller: bob } }).context.caller).toBe(USER);
  });

  it('has the time that the wait for a seat leaves for its work', () => {
    const { context } = contextOf();
    context.limitMs = 1000;
    expect(context.workMs).toBe(1000);
    context.seat = { ...UNLIMITED, queuedMs: 300 };
    expect([context.workMs, context.queuedMs]).toEqual([700, 300]);
  });

  it('is given up with its work, or before that has begun', () => {
    const refused = contextOf().context;
    refused.terminate();
    expect([refused.isTerminated, refused.signal.aborted]).toEqual([true, false]);
    const late = contextOf().context;
    late.terminate(failure(504, 'late'));
    expect([late.isTerminated, late.signal.reason]).toEqual([true, expect.objectContaining({ message: 'late' })]);
  });

  it('keeps annotations where they are audited', () => {
    const { context } = contextOf({ more: { isAnnotated: true } });
    context.annotate('example.com/a', 'b');
    expect([...context.annotations!.all]).toEqual([['example.com/a', { value: 'b', level: 'Metadata' }]]);
    expect(() => contextOf().context.annotate('a', 'b')).not.toThrow();
  });

  it('looks its resource up once, also where there is none', () => {
    const asked: string[] = [];
    const answers = [{ kind: 'found' }, undefined];
    for (const found of answers) {
      const resource = (...names: string[]): never => (asked.push(names.join('/')), found as never);
      const { context } = contextOf({ more: { catalogue: { resource } } });
      expect([context.resource, context.resource]).toEqual([found, found]);
    }
    expect(asked).toEqual(['/v1/pods', '/v1/pods']);
    const resource = (): never => {
      throw new Error('not asked');
    };
    expect(contextOf({ path: '/healthz', more: { catalogue: { resource } } }).context.resource).toBeUndefined();
  });

  it('has one signal, which aborts with a reason or with the response', () => {
    const { context } = contextOf();
    expect(context.lifetime).toBe(context.lifetime);
    const { signal } = context;
    context.abort(failure(504, 'late'));
    expect([signal.aborted, (signal.reason as Error).message]).toEqual([true, 'late']);
    const early = contextOf().context;
    early.abort(failure(504, 'late'));
    expect(early.signal.aborted).toBe(true);
    const { context: other, answer } = contextOf();
    expect(other.signal.aborted).toBe(false);
    answer.emit('close');
    expect(other.signal.aborted).toBe(true);
  });

  it.each<[boolean, boolean, string, string, boolean]>([
    [false, true, 'pretty=true', 'curl/8', false],
    [true, true, 'pretty=false', '', true],
    [true, false, 'pretty=T', '', true],
    [true, false, 'pretty=yes', 'curl/8', false],
    [true, false, 'pretty=', 'curl/8', true],
    [true, false, '', 'Mozilla/5.0', true],
    [true, false, '', 'Wget/1', true],
    [true, false, '', 'kubectl', false],
  ])(
    'indents where the format can (%s), asked by Accept (%s), %j and %j: %s',
    (canIndent, asksPretty, query, agent, is) => {
      const { context } = contextOf({ query, headers: agent === '' ? {} : { 'user-agent': agent } });
      expect(context.indents({ serializer: { canIndent }, asksPretty } as never)).toBe(is);
    },
  );
});

describe('RequestContext, answering', () => {
  const HEAD = { 'audit-id': 'the-request', 'cache-control': 'no-cache, private' };
  const FLOW = { 'x-kubernetes-pf-flowschema-uid': 'f', 'x-kubernetes-pf-prioritylevel-uid': 'l' };
  const JSON_TYPE = 'application/json';

  it('sends a whole answer, and counts its bytes', () => {
    const { context, answer } = contextOf();
    context.send(200, { contentType: JSON_TYPE, body: 'é' });
    expect(answer.head).toEqual({ ...HEAD, 'content-type': JSON_TYPE, 'content-length': 2 });
    expect([answer.did, context.sentBytes]).toEqual([['head 200', 'end text é'], 2]);
    const other = contextOf();
    other.context.seat = { ...UNLIMITED, flow: { uid: 'f', level: { uid: 'l' } } };
    other.context.send(201, { contentType: JSON_TYPE, body: Buffer.from('abc') }, { 'retry-after': '1' });
    expect(other.answer.head).toEqual({
      ...HEAD,
      ...FLOW,
      'content-type': JSON_TYPE,
      'content-length': 3,
      'retry-after': '1',
    });
    expect(other.answer.did).toEqual(['head 201', 'end bytes 3']);
  });

  it('sends the head alone for HEAD', () => {
    const { context, answer } = contextOf({ method: 'HEAD' });
    context.send(200, { contentType: JSON_TYPE, body: 'abc' });
    expect([answer.head['content-length'], answer.did, context.sentBytes]).toEqual([3, ['head 200', 'end'], 0]);
  });

  it('only ends an answer that has begun', () => {
    const { context, answer } = contextOf();
    answer.headersSent = true;
    context.send(200, { contentType: JSON_TYPE, body: 'abc' });
    expect([answer.did, context.sentBytes]).toEqual([['end'], 0]);
  });

  it('sends warnings, and bytes beside them: Node would encode both as UTF-8', () => {
    const { context, answer } = contextOf();
    context.warn('old');
    context.warn('odd');
    context.send(200, { contentType: JSON_TYPE, body: 'abc' });
    expect(answer.set).toEqual({ warning: ['299 - "old"', '299 - "odd"'] });
    expect(answer.did).toEqual(['head 200', 'end bytes 3']);
    const plain = contextOf();
    plain.context.send(200, { contentType: JSON_TYPE, body: 'abc' });
    expect(plain.answer.set).toEqual({});
  });

  it('sends empty answers and answers in pieces', () => {
    const { context, answer } = contextOf();
    context.sendEmpty(204);
    expect([answer.did, answer.head['content-length']]).toEqual([['head 204', 'end'], 0]);
    const parts = contextOf();
    parts.context.writeHead(200, { a: 'b' });
    const noted = (): void => {};
    expect([parts.context.write(Buffer.alloc(4)), parts.context.write(Buffer.alloc(6), noted)]).toEqual([true, false]);
    parts.context.end(Buffer.alloc(2), noted);
    expect(parts.answer.did).toEqual(['head 200', 'write 4', 'write 6 notified', 'end bytes 2 notified']);
    expect([parts.answer.head, parts.context.sentBytes]).toEqual([{ ...HEAD, a: 'b' }, 12]);
  });

  it.each([
    [1, 'write 0'],
    [2, 'flush'],
  ])('sends the head before the body over HTTP/%i', (major, did) => {
    const { context, answer } = contextOf({ major });
    context.flushHead();
    expect(answer.did).toEqual([did]);
  });

  it('prepares headers for answers that others write', () => {
    const { context, answer } = contextOf();
    context.prepareHeaders({ a: 'b', c: undefined });
    expect(answer.set).toEqual({ ...HEAD, a: 'b' });
  });

  it('notifies the audit trail that the answer begins', () => {
    const { context } = contextOf();
    const started: number[] = [];
    context.trail = { started: (status: number) => started.push(status) } as never;
    context.sendEmpty(204);
    expect(started).toEqual([204]);
  });
});

describe('storeContextOf()', () => {
  const resource = { kind: { isNamespaced: true }, version: { apiVersion: 'v1' } };
  const path = '/api/v1/namespaces/n/pods/a/status';
  const write = { dryRun: true, fieldManager: 'me', fieldValidation: 'Strict', sentValidation: 'Strict' } as const;
  const of = (context: RequestContext, more: object = {}) =>
    storeContextOf({ context, resource: { ...resource, ...more }, options: {} } as never, write);

  it('has who asks for what', () => {
    const { context } = contextOf({ path, headers: { 'user-agent': 'kubectl/1 (x)' } });
    context.seat = { ...UNLIMITED, lane: {} };
    expect(of(context)).toMatchObject({
      user: USER,
      namespace: 'n',
      dryRun: true,
      fieldManager: 'me',
      options: { fieldManager: 'me', fieldValidation: 'Strict' },
      version: 'v1',
      requestName: 'a',
      subresource: 'status',
      request: context,
      lane: context.seat.lane,
      signal: context.lifetime,
      warn: context.warn,
      storing: undefined,
    });
    expect(of(context, { kind: { isNamespaced: false } }).namespace).toBe('');
  });

  it('names the client where it names no manager, and leaves out options that were not sent', () => {
    const { context } = contextOf({ path, headers: { 'user-agent': 'kubectl/1 (x)' } });
    const unnamed = { ...write, fieldManager: '', sentValidation: '' };
    const found = storeContextOf({ context, resource, options: {} } as never, unnamed);
    expect([found.fieldManager, found.options]).toEqual(['kubectl', {}]);
    const read = storeContextOf({ context: contextOf({ path }).context, resource, options: {} } as never);
    expect([read.fieldManager, read.options, read.dryRun]).toEqual(['unknown', undefined, undefined]);
  });

  it('reports that the storage has the write, and how long it took', async () => {
    const { context } = contextOf({ path });
    let notified = 0;
    context.seat = { ...UNLIMITED, storing: () => void notified++ };
    of(context).storing!(Promise.resolve());
    expect(notified).toBe(1);
    const times = { storage: 0 };
    context.seat = UNLIMITED;
    context.trail = { times } as never;
    jest.useFakeTimers();
    of(context).storing!(new Promise((_resolve, reject) => setTimeout(() => reject(new Error('no')), 5)));
    await jest.advanceTimersByTimeAsync(5);
    jest.useRealTimers();
    expect(times.storage).toBe(5);
  });
});
