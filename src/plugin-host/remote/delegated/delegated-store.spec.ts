import 'reflect-metadata';
import { createLogger } from '../../../observability/index.js';
import { OutboundError, type RemoteObject } from '../../../outbound/index.js';
import { systemContext } from '../../../registry/index.js';
import { FakeClock } from '../../../testing/fake-clock.js';
import { DelegatedStore } from './delegated-store.js';
import { isCollectable, kindOf } from '../discovered-kinds.js';

const VERBS = ['create', 'delete', 'get', 'list', 'watch'];
const GEARS = { name: 'gears', kind: 'Gear', namespaced: true, verbs: VERBS };

let object: RemoteObject | undefined;
let failures: (Error | undefined)[];
let sent: [string, object][];
let store: DelegatedStore;

beforeEach(() => {
  object = { metadata: { name: 'one', namespace: 'default', resourceVersion: '3' } };
  [failures, sent] = [[], []];
  const carryOut = (path: string, body: object): Promise<void> => {
    sent.push([path, body]);
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  };
  const client = {
    get: () => Promise.resolve(object as never),
    page: () => Promise.reject(new OutboundError('connection', 'connection refused')),
    watch: () => {
      throw new OutboundError('connection', 'connection refused');
    },
    mergePatch: carryOut,
    delete: carryOut,
  };
  const parts = { client, clock: new FakeClock(), logger: createLogger({ isEnabled: false }) };
  store = new DelegatedStore(kindOf('far.example.com', GEARS, ['v1', 'v1beta1']), parts);
});

afterEach(() => store.close());

const context = systemContext('default');
const status = (code: number): OutboundError => new OutboundError('status', `status code ${code}`, { status: code });
const PATH = '/apis/far.example.com/v1/namespaces/default/gears/one';

describe('DelegatedStore', () => {
  it('changes owners and finalizers alone, of the version that it has read', async () => {
    await store.update(context, 'one', (current) => ({
      ...current!,
      spec: { x: 1 },
      metadata: { ...current!.metadata, finalizers: ['example.com/a'], labels: { a: 'b' } },
    }));
    const metadata = { uid: undefined, resourceVersion: '3', finalizers: ['example.com/a'], ownerReferences: [] };
    expect(sent).toEqual([[PATH, { metadata }]]);
  });

  it('reads and tries again after a conflict, some times', async () => {
    failures = [status(409), status(409)];
    await store.update(context, 'one', (current) => current!);
    expect(sent).toHaveLength(3);
    failures = Array.from({ length: 9 }, () => status(409));
    await expect(store.update(context, 'one', (current) => current!)).rejects.toMatchObject({ code: 409 });
    expect(sent).toHaveLength(8);
  });

  it('deletes with preconditions', async () => {
    await store.delete(context, 'one', { propagationPolicy: 'Background' });
    expect(sent).toEqual([[PATH, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' }]]);
  });

  it.each([
    [404, 404, 'gears.far.example.com "one" not found'],
    [409, 409, 'it has changed on its server'],
    [500, 503, 'the server of gears did not answer: status code 500'],
  ])('answers %d of the server with %d', async (code, expected, message) => {
    failures = [status(code)];
    await expect(store.delete(context, 'one')).rejects.toMatchObject({
      code: expected,
      message: expect.stringContaining(message),
    });
  });

  it('finds what the server has now, whatever was followed', async () => {
    expect(await store.has(context, 'one')).toBe(true);
    object = undefined;
    expect(await store.find(context, 'one')).toBeUndefined();
    await expect(store.update(context, 'one', (current) => current!)).rejects.toMatchObject({ code: 404 });
  });

  it('writes nothing else', async () => {
    await expect(store.create(context, { metadata: {} } as never)).rejects.toMatchObject({ code: 405 });
    await expect(store.deleteAll(context)).rejects.toMatchObject({ code: 405 });
  });
});

describe('isCollectable()', () => {
  it.each([
    [GEARS, true],
    [{ ...GEARS, name: 'gears/status' }, false],
    [{ ...GEARS, verbs: ['list', 'watch'] }, false],
    [{ ...GEARS, verbs: ['delete', 'list'] }, false],
    [{ ...GEARS, verbs: undefined }, false],
  ])('says of %j: %s', (resource, expected) => {
    expect(isCollectable(resource)).toBe(expected);
  });
});
