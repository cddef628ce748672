import { jest } from '@jest/globals';
import { type AdmissionAttributes, AdmissionPlugin } from '../../admission/index.js';
import { type ApiObject, FieldPath, type StatusError, invalid } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, Scale, shapeOf } from '../../schema/index.js';
import { Thing, type ThingStore, clientContext, openThingStore, thing } from '../../../test/support/registry-store.js';
import type { SubresourceRequest } from '../kinds/kind-definition.js';
import type { StoreContext } from '../kinds/store-context.js';
import { type SubresourceOrder, SubresourceOperation } from './subresource-operation.js';

@ApiType({ name: 'com.example.v1.Named' })
class Named {
  @Field(1, 'string') name?: string;
}

@ApiType({ name: 'com.example.v1.Marked' })
class Marked {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

/** Notes what is asked about, with the state before. */
class Recording extends AdmissionPlugin {
  readonly name = 'Recording';
  readonly seen: [operation: string, old: ApiObject | undefined][] = [];
  onValidate = (): void => {};

  handles = (): boolean => true;

  override validate({ operation, oldObject }: AdmissionAttributes): void {
    this.seen.push([operation, oldObject]);
    this.onValidate();
  }
}

type Handler = ConstructorParameters<typeof SubresourceOperation>[0]['handler'];

let things: ThingStore;
let recording: Recording;
let asked: SubresourceRequest[];

beforeEach(async () => {
  recording = new Recording();
  things = await openThingStore({ plugins: [recording] });
  await things.store.create(clientContext(), thing('a', { count: 1 }));
  recording.seen.length = 0;
  asked = [];
});

afterEach(() => things.close());

const SCALE = { name: 'part', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'update', 'create'] };
const THING = { ...SCALE, group: 'test.example.com', kind: 'Thing' };

function operationOf(definition: object, more: Partial<Handler> = {}, type: object = shapeOf(Scale)) {
  const handle = (request: SubresourceRequest): Promise<ApiObject> => {
    asked.push(request);
    return Promise.resolve(structuredClone(request.body ?? scale(1)) as ApiObject);
  };
  const parts = { definition, type, handler: { handle, ...more }, parent: things.store };
  return new SubresourceOperation(parts as never);
}

const scale = (replicas: number): ApiObject =>
  ({ kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'a' }, spec: { replicas } }) as ApiObject;

function order(verb: SubresourceOrder['verb'], body?: object, context: Partial<StoreContext> = {}): SubresourceOrder {
  const own = clientContext({ subresource: 'part', ...context });
  return { verb, namespace: 'n', name: 'a', query: new URLSearchParams('q=1'), body: body as never, context: own };
}

describe('what a handler of a subresource is asked', () => {
  it.each<[string, object, SubresourceOrder['verb']]>([
    ['create', SCALE, 'create'],
    ['update', { ...SCALE, verbs: ['update'] }, 'update'],
    ['create of a parent', THING, 'create'],
    ['update of a parent', THING, 'update'],
  ])('is the whole request of a %s', async (_, definition, verb) => {
    const type = shapeOf(definition === THING ? (Thing as never) : Scale);
    const body = definition === THING ? thing('a', { count: 2 }) : scale(2);
    await operationOf(definition, {}, type).handle(order(verb, body));
    const [{ storeContext, ...request }] = asked;
    expect(request).toMatchObject({ verb, namespace: 'n', name: 'a', body: { metadata: { name: 'a' } } });
    expect(request.query.get('q')).toBe('1');
    expect(storeContext).toMatchObject({ namespace: 'n', subresource: 'part', user: { name: 'alice' } });
  });

  it('has the warnings of the request, or drops them', async () => {
    const warn = jest.fn();
    await operationOf(SCALE).handle(order('get', undefined, { warn }));
    await operationOf(SCALE).handle(order('get'));
    for (const request of asked) request.warn('low');
    expect(warn.mock.calls).toEqual([['low']]);
  });

  it('is nothing once the client has gone', async () => {
    const signal = AbortSignal.abort(new Error('gone')) as never;
    await expect(operationOf(SCALE).handle(order('get', undefined, { signal }))).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });

  it('is first to prepare the body, which is asked about then', async () => {
    const prepare = jest.fn(async ({ name, body }: SubresourceRequest) => {
      return { ...body, metadata: { name, labels: { prepared: 'yes' } } } as ApiObject;
    });
    await operationOf(SCALE, { prepare } as Partial<Handler>).handle(order('create', scale(2)));
    expect(prepare.mock.calls[0][0]).toMatchObject({ verb: 'create', namespace: 'n', body: { spec: { replicas: 2 } } });
    expect(asked[0].body).toMatchObject({ metadata: { labels: { prepared: 'yes' } }, spec: { replicas: 2 } });
  });
});

describe('a body of a subresource', () => {
  it('of the name of the parent, but of another group, is no parent', async () => {
    await operationOf({ ...THING, group: 'other.example.com' }).handle(order('update', scale(2)));
    expect(recording.seen.map(([operation]) => operation)).toEqual(['UPDATE']);
  });

  it('is admitted with the state before, where that can be read', async () => {
    await operationOf(SCALE).handle(order('update', scale(2)));
    expect(asked.map(({ verb }) => verb)).toEqual(['get', 'update']);
    await operationOf({ ...SCALE, verbs: ['update'] }).handle(order('update', scale(3)));
    expect(asked.map(({ verb }) => verb)).toEqual(['get', 'update', 'update']);
    expect(recording.seen).toMatchObject([
      ['UPDATE', { spec: { replicas: 1 } }],
      ['UPDATE', undefined],
    ]);
  });

  it('has to be of the namespace of the request, and gets it', async () => {
    const elsewhere = { ...scale(2), metadata: { name: 'a', namespace: 'm' } };
    await expect(operationOf(SCALE).handle(order('create', elsewhere))).rejects.toMatchObject({
      status: { code: 400 },
    });
    await operationOf(SCALE).handle(order('create', scale(2)));
    expect(asked[0].body).toMatchObject({ metadata: { namespace: 'n' } });
  });

  it.each([
    ['at its top, where it has no metadata', shapeOf(Named), { name: 'x' }, 'x'],
    ['in its metadata', shapeOf(Marked), { metadata: { name: 'y' } }, 'y'],
    ['nowhere', shapeOf(Marked), { metadata: {} }, undefined],
  ])('that breaks a rule is named by what is %s', async (_, type, body, name) => {
    const validate = () => [invalid(FieldPath.of('a'), 1, 'is wrong')];
    const refused = operationOf({ ...SCALE, validate }, {}, type).handle(order('create', body));
    const { status } = (await refused.catch((error: unknown) => error)) as StatusError;
    expect([status.code, status.details?.name]).toEqual([422, name]);
    expect(status.message).toContain(`Scale.autoscaling "${name ?? ''}" is invalid`);
  });

  it('leaves its members to who has sent it, in an answer of its kind', async () => {
    const answer = await operationOf(SCALE).handle(order('create', scale(2)));
    expect(answer.metadata.managedFields).toMatchObject([
      { manager: 'test', operation: 'Update', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
    ]);
    const handle = () => Promise.resolve({ kind: 'Other', apiVersion: 'v1', metadata: { name: 'o' } });
    const other = await operationOf(SCALE, { handle } as never).handle(order('create', scale(2)));
    expect(other.metadata).toEqual({ name: 'o' });
  });

  it('without metadata has no owners', async () => {
    const answer = await operationOf(SCALE, {}, shapeOf(Named)).handle(order('create', { kind: 'Scale', name: 'x' }));
    expect(answer).toMatchObject({ kind: 'Scale', name: 'x' });
    expect(asked[0].body).toEqual({ kind: 'Scale', name: 'x' });
  });
});

describe('SubresourceOperation.apply()', () => {
  const configuration = { manager: 'm', force: false, configuration: {} };

  it('hands in what the parent makes of the configuration, as its owners leave it', async () => {
    const made = thing('a', { count: 7 });
    const given = jest.spyOn(things.store, 'applied').mockResolvedValue(made);
    const accept = jest.fn();
    const handle = (request: SubresourceRequest): Promise<ApiObject> => {
      asked.push(request);
      return Promise.resolve(request.body ?? thing('a', { count: 1 }));
    };
    const operation = operationOf(THING, { handle } as never, shapeOf(Thing as never));
    expect(await operation.apply(order('update'), { ...configuration, accept } as never)).toMatchObject({
      spec: { count: 7 },
    });
    expect(given.mock.calls).toMatchObject([
      [{ ownersAreSet: true, namespace: 'n', user: { name: 'alice' } }, configuration, { spec: { count: 1 } }],
    ]);
    expect(accept.mock.calls).toEqual([[made]]);
    expect(asked.at(-1)).toMatchObject({ verb: 'update', name: 'a', storeContext: { ownersAreSet: true } });
  });

  it('writes nothing that is not accepted', async () => {
    jest.spyOn(things.store, 'applied').mockResolvedValue(thing('a', { count: 7 }));
    const accept = (): never => {
      throw new Error('not that');
    };
    const applied = operationOf(SCALE).apply(order('update'), { ...configuration, accept } as never);
    await expect(applied).rejects.toThrow('not that');
    expect(asked.map(({ verb }) => verb)).toEqual(['get']);
  });
});
