import { type AdmissionAttributes, AdmissionPlugin } from '../../admission/index.js';
import type { ApiObject } from '../../apimachinery/index.js';
import { ApiType, Field, ObjectMeta, type Scale, shapeOf } from '../../schema/index.js';
import { type ThingStore, clientContext, openThingStore, thing } from '../../../test/support/registry-store.js';
import type { ScaleDefinition } from '../kinds/kind-definition.js';
import type { StoreContext } from '../kinds/store-context.js';
import { ScaleStore } from './scale-store.js';

type ScaleObject = Scale & ApiObject;

@ApiType({ name: 'k8s.io.api.test.v1.SizedSpec' })
class SizedSpec {
  @Field(1, 'int32', { pointer: true }) replicas?: number;
}

/** A thing that can be scaled. */
@ApiType({ name: 'k8s.io.api.test.v1.Sized' })
class Sized {
  apiVersion?: string;
  kind?: string;
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, SizedSpec) spec?: SizedSpec;
}

const REPLICAS: ScaleDefinition<Sized> = {
  replicas: ({ spec }) => spec?.replicas ?? 0,
  setReplicas: (object, replicas) => void (object.spec = { replicas }),
  statusReplicas: ({ spec }) => (spec?.replicas ?? 0) + 1,
  selector: ({ metadata }) => `of=${metadata.name}`,
};

/** Records what admission receives, and may change it. */
class Recording extends AdmissionPlugin {
  readonly name = 'Recording';
  readonly seen: [phase: string, object: ApiObject, attributes: AdmissionAttributes][] = [];
  change: (scale: ScaleObject) => void = () => {};

  handles = (): boolean => true;

  override admit(attributes: AdmissionAttributes): void {
    if (attributes.subresource === 'scale') this.change(attributes.object as ScaleObject);
    this.seen.push(['admit', structuredClone(attributes.object!), attributes]);
  }

  override validate(attributes: AdmissionAttributes): void {
    this.seen.push(['validate', structuredClone(attributes.object!), attributes]);
  }
}

let things: ThingStore;
let recording: Recording;
let uid: string;

beforeEach(async () => {
  recording = new Recording();
  const versions = [{ name: 'v1', type: Sized as never }];
  things = await openThingStore({ plugins: [recording], definition: { versions, storageVersion: 'v1' } });
  await things.store.create(clientContext(), thing('a', { replicas: 2 } as object));
  uid = (await stored()).metadata.uid!;
  recording.seen.length = 0;
});
afterEach(() => things.close());

const SCALING: StoreContext = clientContext({ subresource: 'scale', fieldManager: 'scaler' });

interface Variant {
  readonly isUnstructured?: boolean;
  readonly group?: string;
  readonly definition?: Partial<ScaleDefinition<Sized>>;
}

function scalesOf({ isUnstructured = false, group, definition }: Variant = {}): ScaleStore {
  const version = [...things.store.kind.versions.values()][0];
  const type = Object.create(shapeOf(Sized), { isUnstructured: { value: isUnstructured } }) as typeof version.type;
  const served = { ...version, type, ...(group !== undefined && { group }) };
  return new ScaleStore(things.store as never, served, { ...REPLICAS, ...definition } as ScaleDefinition);
}

const set =
  (replicas: number | undefined, metadata: object = {}) =>
  (current: ScaleObject): ScaleObject => ({
    ...current,
    spec: replicas === undefined ? undefined : { replicas },
    metadata: { ...current.metadata, ...metadata },
  });

async function stored(): Promise<Sized> {
  const entry = await things.store.find(clientContext(), 'a');
  return things.store.codec.decode(entry!) as Sized;
}

const ownersOf = async () => (await stored()).metadata.managedFields;
const refusal = (message: string): Error => expect.objectContaining({ message }) as Error;

describe('ScaleStore.get()', () => {
  it('shows counts, selector and identity of an object', async () => {
    const { metadata } = await stored();
    expect(await scalesOf().get({ namespace: 'n' }, 'a')).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: {
        name: 'a',
        namespace: 'n',
        uid,
        resourceVersion: metadata.resourceVersion,
        creationTimestamp: metadata.creationTimestamp,
      },
      spec: { replicas: 2 },
      status: { replicas: 3, selector: 'of=a' },
    });
  });

  it.each<[Variant, string]>([
    [{}, 'things/scale.test.example.com "b" not found'],
    [{ group: '' }, 'things/scale.autoscaling "b" not found'],
    [{ isUnstructured: true }, 'things.test.example.com "b" not found'],
  ])('does not find what is not there: %j', async (variant, message) => {
    await expect(scalesOf(variant).get({ namespace: 'n' }, 'b')).rejects.toThrow(refusal(message));
  });

  it('fails where the object has no readable scale', async () => {
    const scales = scalesOf({ definition: { readFault: ({ metadata }) => `no count in ${metadata.name}` } });
    await expect(scales.get({ namespace: 'n' }, 'a')).rejects.toMatchObject({ status: { code: 500 } });
    await expect(scales.get({ namespace: 'n' }, 'a')).rejects.toThrow('no count in a');
  });
});

describe('ScaleStore.update()', () => {
  it('sets the count of the object, for its manager', async () => {
    const scale = await scalesOf().update(SCALING, 'a', set(5));
    expect(scale).toMatchObject({ kind: 'Scale', spec: { replicas: 5 }, status: { replicas: 6 } });
    expect((await stored()).spec!.replicas).toBe(5);
    expect(await ownersOf()).toContainEqual(
      expect.objectContaining({
        manager: 'scaler',
        operation: 'Update',
        subresource: 'scale',
        fieldsV1: { 'f:spec': { 'f:replicas': {} } },
      }),
    );
  });

  it('sets 0 where the scale has no spec', async () => {
    expect((await scalesOf().update(SCALING, 'a', set(undefined))).spec).toEqual({});
    expect((await stored()).spec!.replicas).toBe(0);
  });

  it('gives the owners of the replicas to what makes the next scale', async () => {
    await scalesOf().update(SCALING, 'a', set(5));
    let found: unknown;
    await scalesOf().update(SCALING, 'a', (current) => {
      found = current.metadata.managedFields?.map(({ manager, apiVersion }) => [manager, apiVersion]);
      return current;
    });
    expect(found).toEqual([['scaler', 'autoscaling/v1']]);
  });

  it('is admitted as an update of a scale, and validated as the scale of the changed object', async () => {
    recording.change = (scale) => void (scale.spec = { replicas: 8 });
    expect((await scalesOf().update(SCALING, 'a', set(5))).spec).toEqual({ replicas: 8 });
    expect(recording.seen.map(([phase]) => phase)).toEqual(['admit', 'validate']);
    const [[, , admitted], [, validated]] = recording.seen;
    expect(admitted).toMatchObject({
      operation: 'UPDATE',
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      name: 'a',
      namespace: 'n',
      subresource: 'scale',
      oldObject: { spec: { replicas: 2 } },
    });
    expect(validated).toMatchObject({ spec: { replicas: 8 }, status: { replicas: 9 } });
  });

  it('is not admitted where admission is skipped', async () => {
    await scalesOf().update({ ...SCALING, skipAdmission: true }, 'a', set(5));
    expect([recording.seen, (await stored()).spec!.replicas]).toEqual([[], 5]);
  });

  it.each<[string, (current: ScaleObject) => ScaleObject, string]>([
    ['another name', set(5, { name: 'b' }), 'the name of the object (b) does not match the name on the URL (a)'],
    ['another version', set(5, { resourceVersion: '1' }), 'the object has been modified'],
    ['another uid', set(5, { uid: 'x' }), 'Precondition failed: UID in precondition: x'],
    [
      'a negative count',
      set(-1),
      'Scale.autoscaling "a" is invalid: spec.replicas: Invalid value: -1: must be greater',
    ],
  ])('refuses %s', async (_name, next, message) => {
    await expect(scalesOf().update(SCALING, 'a', next)).rejects.toThrow(message);
    expect((await stored()).spec!.replicas).toBe(2);
  });

  it('needs no version, and leaves a negative count of an unstructured object to its own rules', async () => {
    await scalesOf().update(SCALING, 'a', set(4, { resourceVersion: undefined }));
    await scalesOf({ isUnstructured: true }).update(SCALING, 'a', set(-1));
    expect((await stored()).spec!.replicas).toBe(-1);
  });
});

describe('ScaleStore.apply()', () => {
  const configuration = (replicas: number) => ({
    configuration: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec: { replicas } },
    force: true,
    accept: () => {},
  });

  it('sets the count that is applied, and owns it', async () => {
    expect((await scalesOf().apply(SCALING, 'a', configuration(7) as never)).spec).toEqual({ replicas: 7 });
    expect((await stored()).spec!.replicas).toBe(7);
    expect(await ownersOf()).toContainEqual(expect.objectContaining({ manager: 'scaler', operation: 'Apply' }));
  });

  it('writes nothing that is not accepted', async () => {
    const accept = (scale: Scale): never => {
      throw new Error(`no ${scale.spec!.replicas}`);
    };
    await expect(scalesOf().apply(SCALING, 'a', { ...configuration(7), accept } as never)).rejects.toThrow('no 7');
    expect((await stored()).spec!.replicas).toBe(2);
  });

  it('cannot change an unstructured object', async () => {
    const scales = scalesOf({ isUnstructured: true });
    const failure = 'to proper version: request to convert CR to an invalid group/version: autoscaling/v1';
    await things.store.create(clientContext(), thing('b'));
    await expect(scales.apply(SCALING, 'b', configuration(7) as never)).rejects.toThrow(
      new RegExp(`failed to convert live object .*${failure}`),
    );
    await scales.update(SCALING, 'a', set(5));
    await expect(scales.apply(SCALING, 'a', configuration(7) as never)).rejects.toThrow(
      new RegExp(`^failed to convert new object .*${failure}`),
    );
    expect((await scales.apply(SCALING, 'a', configuration(5) as never)).spec).toEqual({ replicas: 5 });
  });
});
