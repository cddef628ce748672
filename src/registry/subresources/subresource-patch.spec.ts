import { type ApiObject, conflict, notFound } from '../../apimachinery/index.js';
import { Scale, shapeOf } from '../../schema/index.js';
import { type ThingStore, clientContext, openThingStore, thing } from '../../../test/support/registry-store.js';
import type { SubresourceRequest } from '../kinds/kind-definition.js';
import { SubresourceOperation } from './subresource-operation.js';

const RESOURCE = { group: 'autoscaling', resource: 'scales' };
const scaleOf = (replicas: number, resourceVersion = '5') =>
  ({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 'a', resourceVersion },
    spec: { replicas },
  }) as ApiObject;

describe('SubresourceOperation.patch()', () => {
  let things: ThingStore;
  let asked: string[];
  let update: (body: ApiObject) => ApiObject;

  beforeEach(async () => {
    things = await openThingStore({});
    await things.store.create(clientContext(), thing('a', { count: 1 }));
    [asked, update] = [[], (body) => body];
  });
  afterEach(() => things.close());

  function open(): SubresourceOperation {
    const handle = ({ verb, body }: SubresourceRequest): Promise<ApiObject> => {
      asked.push(verb);
      return Promise.resolve(verb === 'get' ? scaleOf(1) : update(body!));
    };
    const definition = { name: 'part', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: ['get', 'update'] };
    const parts = { definition, type: shapeOf(Scale), handler: { handle } };
    return new SubresourceOperation({ ...parts, parent: things.store } as never);
  }

  const order = () => ({
    ...{ verb: 'patch' as const, namespace: 'n', name: 'a', query: new URLSearchParams() },
    context: clientContext({ subresource: 'part' }),
  });
  const patched = (current: ApiObject): ApiObject => ({ ...current, spec: { replicas: 2 } }) as ApiObject;

  it('hands in what a patch makes of the part as an update', async () => {
    expect(await open().patch(order(), patched)).toMatchObject({ spec: { replicas: 2 } });
    expect(asked).toEqual(['get', 'update']);
  });

  it.each<[number, boolean]>([
    [1, true],
    [4, true],
    [5, false],
  ])('after %d other writes in between, succeeds: %j', async (races, succeeds) => {
    let left = races;
    update = (body) => {
      if (left-- > 0) throw conflict(RESOURCE, 'a', 'modified');
      return body;
    };
    const outcome = open().patch(order(), patched);
    if (succeeds) await expect(outcome).resolves.toMatchObject({ spec: { replicas: 2 } });
    else await expect(outcome).rejects.toMatchObject({ status: { code: 409 } });
    expect(asked.filter((verb) => verb === 'update')).toHaveLength(Math.min(races + 1, 5));
  });

  it.each<[string, () => Error, string]>([
    ['a patch names another version', () => conflict(RESOURCE, 'a', 'modified'), '4'],
    ['an update fails for another reason', () => notFound(RESOURCE, 'a'), '5'],
  ])('tries once where %s', async (_name, faultOf, resourceVersion) => {
    update = () => {
      throw faultOf();
    };
    await expect(open().patch(order(), () => scaleOf(2, resourceVersion))).rejects.toThrow();
    expect(asked).toEqual(['get', 'update']);
  });
});
