import { Min } from 'class-validator';
import { type AdmissionAttributes, AdmissionPlugin } from '../../admission/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, Scale, shapeOf } from '../../schema/index.js';
import {
  type Thing,
  type ThingStore,
  clientContext,
  openThingStore,
  thing,
} from '../../../test/support/registry-store.js';
import type { SubresourceDefinition, SubresourceRequest } from '../kinds/kind-definition.js';
import type { ResolvedSubresource } from '../kinds/resolved-version.js';
import { ReviewOperation } from './review-operation.js';
import { ScaleStore } from './scale-store.js';
import { type SubresourceOrder, SubresourceOperation } from './subresource-operation.js';

let things: ThingStore;
let told: (Pick<AdmissionAttributes, 'operation' | 'kind' | 'resource' | 'subresource'> & { phase: string })[];
let change: (object: ApiObject) => void;
let asked: SubresourceRequest[];

class RecordingAdmission extends AdmissionPlugin {
  readonly name = 'Recording';

  handles(): boolean {
    return true;
  }

  override admit({ operation, kind, resource, subresource, object }: AdmissionAttributes): void {
    told.push({ phase: 'admit', operation, kind, resource, subresource });
    if (object) change(object);
  }

  override validate({ operation, kind, resource, subresource }: AdmissionAttributes): void {
    told.push({ phase: 'validate', operation, kind, resource, subresource });
  }
}

const SCALING = {
  replicas: ({ spec }: Thing) => spec?.count ?? 0,
  setReplicas: (object: Thing, count: number) => void (object.spec!.count = count),
  statusReplicas: () => 0,
  selector: () => '',
};

beforeEach(async () => {
  things = await openThingStore({ plugins: [new RecordingAdmission()] });
  change = () => {};
  told = [];
  await things.store.create(clientContext(), thing('a', { count: 1 }));
  told = [];
  asked = [];
  answerOf = ({ body }) => body ?? { kind: 'Scale', metadata: { name: 'a' } };
});

afterEach(() => things.close());

const RESOURCE = { group: 'test.example.com', version: 'v1', resource: 'things' };
const phases = (): string[] => told.map(({ phase, operation }) => `${phase} ${operation}`);

@ApiType({ name: 'com.example.v1.Ruled' })
class Ruled {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'int32', { pointer: true }) @Min(1) size?: number;
}

let answerOf: (request: SubresourceRequest) => unknown;

function operationOf(more: Partial<SubresourceDefinition> = {}, type = shapeOf(Scale)): SubresourceOperation {
  const definition = {
    name: 'part',
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: ['get', 'create'],
    ...more,
  };
  const handler = {
    handle: async (request: SubresourceRequest) => {
      asked.push(request);
      return answerOf(request) as ApiObject;
    },
  };
  const parts = { definition: definition as unknown as ResolvedSubresource, type, handler };
  return new SubresourceOperation({ ...parts, parent: things.store as never });
}

const order = (verb: SubresourceOrder['verb'], body?: object): SubresourceOrder => ({
  verb,
  namespace: 'n',
  name: 'a',
  query: new URLSearchParams(),
  body: body && ({ kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'a' }, ...body } as ApiObject),
  context: clientContext({ subresource: 'part' }),
});

describe('SubresourceOperation.handle()', () => {
  it('asks admission about a body of its own, once, and the handler writes as part of that', async () => {
    await operationOf().handle(order('create', { spec: { replicas: 2 } }));
    expect(phases()).toEqual(['admit CREATE', 'validate CREATE']);
    const { kind, resource, subresource } = told[0];
    expect(kind).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' });
    expect([resource, subresource]).toEqual([RESOURCE, 'part']);
    expect(asked[0].storeContext.skipAdmission).toBe(true);
  });

  it('hands the handler what admission has made of the body, in form', async () => {
    change = (body) => {
      (body as unknown as Record<string, unknown>).spec = { replicas: 4, odd: true };
    };
    await operationOf().handle(order('create', { spec: { replicas: 2 } }));
    expect(asked[0].body).toMatchObject({ spec: { replicas: 4 } });
    expect((asked[0].body as { spec?: object }).spec).toEqual({ replicas: 4 });
  });

  it('holds a body to the rules at its fields', async () => {
    const operation = operationOf({}, shapeOf(Ruled));
    await expect(operation.handle(order('create', { size: 0 }))).rejects.toMatchObject({ status: { code: 422 } });
    await operation.handle(order('create', { size: 1 }));
    expect(asked).toHaveLength(1);
  });

  it('leaves a body that is the parent to the store of the parent', async () => {
    const operation = operationOf({ group: 'test.example.com', kind: 'Thing' });
    await operation.handle(order('update', {}));
    expect(told).toEqual([]);
    expect(asked[0].storeContext.skipAdmission).toBeUndefined();
  });

  it.each<[string, SubresourceOrder['verb'], object | undefined]>([
    ['a read', 'get', undefined],
    ['a create', 'create', { spec: { replicas: 2 } }],
  ])('adds kind, version and metadata to an answer to %s that lacks them', async (_what, verb, body) => {
    answerOf = () => ({ spec: { replicas: 1 } });
    const answer = await operationOf().handle(order(verb, body));
    expect(answer).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: {}, spec: { replicas: 1 } });
  });

  it('leaves the kind that an answer has', async () => {
    answerOf = () => ({ kind: 'Status', apiVersion: 'v1', code: 202 });
    expect(await operationOf().handle(order('get'))).toEqual({ kind: 'Status', apiVersion: 'v1', code: 202 });
  });

  it.each<[string, () => unknown, string]>([
    [
      'throws',
      () => [].at(0)!['a'],
      "Thing/v1: part: handle failed: Cannot read properties of undefined (reading 'a')",
    ],
    ['answers nothing', () => undefined, 'Thing/v1: part: handle failed: it returned undefined; expected an object'],
  ])('names the place of a handler that %s', async (_what, handle, message) => {
    answerOf = handle;
    await expect(operationOf().handle(order('get'))).rejects.toThrow(message);
  });

  it('names the line of the declaration of a handler that answers nothing', async () => {
    answerOf = () => undefined;
    const failure = await operationOf()
      .handle(order('get'))
      .catch((error: Error) => error);
    const [message, ...frames] = ((failure as Error).cause as Error).stack!.split('\n');
    expect(message).toBe('WrongResult: it returned undefined; expected an object, which may be empty');
    expect(frames).toEqual([expect.stringMatching(/^ +at .*registry-store\.ts:\d+:\d+\)?$/)]);
  });

  it('asks nobody about a read', async () => {
    await operationOf().handle(order('get'));
    expect(told).toEqual([]);
  });

  it('asks about an update and a deletion', async () => {
    const operation = operationOf();
    await operation.handle(order('update', {}));
    await operation.handle(order('delete'));
    expect(phases()).toEqual(['admit UPDATE', 'validate UPDATE', 'admit DELETE', 'validate DELETE']);
  });

  it('refuses a body that breaks the rules, before the handler sees it', async () => {
    const validate = (): [] => {
      throw new Error('rules are asked');
    };
    await expect(operationOf({ validate }).handle(order('create', {}))).rejects.toThrow('rules are asked');
    expect(asked).toEqual([]);
  });
});

describe('ScaleStore.update()', () => {
  const scales = (): ScaleStore => new ScaleStore(things.store as never, things.store.kind.storage, SCALING as never);

  it('asks admission about scales, not about what is behind them', async () => {
    const scale = await scales().update(clientContext({ subresource: 'scale' }), 'a', (current) => ({
      ...current,
      spec: { replicas: 5 },
    }));
    expect(scale.spec).toEqual({ replicas: 5 });
    expect(told.map(({ phase, kind }) => `${phase} ${kind.kind}`)).toEqual(['admit Scale', 'validate Scale']);
  });

  it('sets what admission has made of it', async () => {
    change = (scale) => void ((scale as unknown as { spec: object }).spec = { replicas: 9 });
    await scales().update(clientContext(), 'a', (current) => ({ ...current, spec: { replicas: 5 } }));
    const { entry } = await things.store.get(clientContext(), 'a');
    expect(things.store.codec.decode(entry).spec?.count).toBe(9);
  });

  it('refuses fewer than none', async () => {
    const negative = scales().update(clientContext(), 'a', (current) => ({ ...current, spec: { replicas: -1 } }));
    await expect(negative).rejects.toMatchObject({ status: { code: 422 } });
  });
});

describe('ReviewOperation.create()', () => {
  it('asks admission and then the handler, which sees what admission has made', async () => {
    change = (object) => void (object.metadata.labels = { seen: 'yes' });
    const { kind, admission, isEnabled, now } = things.store.parts;
    const handler = { create: (object: ApiObject) => object };
    const review = new ReviewOperation({ kind: kind as never, handler, admission, isEnabled, now });
    const answer = await review.create(clientContext(), thing('r', { color: 'red' }));
    expect(answer.metadata.labels).toEqual({ seen: 'yes' });
    expect(phases()).toEqual(['admit CREATE', 'validate CREATE']);
  });
});
