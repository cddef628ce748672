import {
  controllerContext,
  FeatureGates,
  type KindDeclaration,
  type KindRegistrar,
  type ObjectShape,
  type ResourceStore,
} from '../../../src/plugin-api/index.js';
import { type ApiServerOptions, type PublishedSchema } from '../../../src/plugin-api/built-in.js';
import { type MemoryStores, memoryStores } from '../../../src/testing/index.js';
import type { CustomResourceDefinition } from '../custom-resource-definition/custom-resource-definition.v1.js';
import type { ConversionParts } from './conversion/index.js';
import { CLEANUP_FINALIZER } from './definition-conditions.js';
import { ServedDefinitionsController } from './served-definitions.controller.js';
import { RegenerationMetrics } from './regeneration-metrics.js';
import type { ValidationMetrics } from './validation-metrics.js';

const NAME = 'buoys.harbor.example.com';
const FAILURE = 'the catalogue is closed';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: NAME, finalizers: [CLEANUP_FINALIZER] },
  spec: {
    group: 'harbor.example.com',
    scope: 'Namespaced',
    names: { plural: 'buoys', singular: 'buoy', kind: 'Buoy', listKind: 'BuoyList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
} as unknown as CustomResourceDefinition;

/** A registrar that throws while it is faulty. */
class FaultyRegistrar implements Pick<KindRegistrar, 'serve' | 'replace' | 'withdraw' | 'onNamesFreed'> {
  isFaulty = true;
  attempts = 0;
  /** The last declaration. */
  declared: KindDeclaration | undefined;

  serve: KindRegistrar['serve'] = (declaration) => {
    this.attempts += 1;
    this.declared = declaration;
    if (this.isFaulty) throw new Error(FAILURE);
    const resource = declaration.definition.plural;
    return { kind: { groupResource: { group: declaration.group, resource }, declaration } };
  };

  replace: KindRegistrar['replace'] = (_kind, declaration) => Promise.resolve().then(() => this.serve(declaration));

  withdraw: KindRegistrar['withdraw'] = () => {};

  onNamesFreed: KindRegistrar['onNamesFreed'] = () => () => {};
}

let memory: MemoryStores;
let registrar: FaultyRegistrar;
let controller: ServedDefinitionsController;
let definitions: ResourceStore<CustomResourceDefinition>;

beforeEach(async () => {
  memory = await memoryStores();
  registrar = new FaultyRegistrar();
  const unused = {} as ConversionParts;
  controller = new ServedDefinitionsController(
    memory.parts,
    registrar as unknown as KindRegistrar,
    unused,
    {} as ValidationMetrics,
    new RegenerationMetrics(memory.parts.metrics),
    { features: FeatureGates.of(), api: { emulatedRelease: '1.32' } } as ApiServerOptions,
  );
  definitions = memory.stores.of<CustomResourceDefinition>('apiextensions.k8s.io', 'customresourcedefinitions');
  controller.start('stepped');
});

afterEach(async () => {
  await controller.stop();
  await memory.close();
});

async function conditions(): Promise<Record<string, string>> {
  const { status } = await definitions.get(controllerContext(), NAME);
  return Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status: value, reason, message }) => [
      type,
      [value, reason, message].join(' '),
    ]),
  );
}

const change = (color: string): Promise<unknown> =>
  definitions.update(controllerContext(), NAME, (current) => {
    const spec = structuredClone(current!.spec);
    spec.versions![0].schema!.openAPIV3Schema!.properties = { [color]: { type: 'string' } };
    return { ...current!, spec };
  });

describe('ServedDefinitionsController', () => {
  it('reports a definition that cannot be served, and tries it again', async () => {
    await definitions.create(controllerContext(), definition);
    await controller.step();
    expect(await conditions()).toEqual({
      NamesAccepted: 'True NoConflicts no conflicts found',
      Established: `False ServingFailed ${FAILURE}`,
    });
    registrar.isFaulty = false;
    await controller.settle(60_000);
    expect(await conditions()).toMatchObject({
      Established: 'True InitialNamesAccepted the initial names have been accepted',
    });
  });

  it('keeps a definition established whose change cannot be served', async () => {
    registrar.isFaulty = false;
    await definitions.create(controllerContext(), definition);
    await controller.step();
    registrar.isFaulty = true;
    await change('red');
    await controller.step();
    expect(await conditions()).toMatchObject({
      Established: expect.stringMatching(/^True /) as string,
      UpToDate: `False ServingFailed ${FAILURE}`,
    });
    registrar.isFaulty = false;
    await controller.settle(60_000);
    expect(Object.keys(await conditions())).toEqual(['NamesAccepted', 'Established']);
  });

  it('reports a definition that the OpenAPI documents leave out, until its schema changes', async () => {
    registrar.isFaulty = false;
    await definitions.create(controllerContext(), definition);
    await controller.step();
    const { published } = registrar.declared!.definition.versions[0].type as ObjectShape;
    (published as PublishedSchema).onLeftOut!(new Error('nested too deeply'));
    await controller.step();
    expect(await conditions()).toMatchObject({
      Established: expect.stringMatching(/^True /) as string,
      Published: 'False SchemaNotWritable nested too deeply',
    });
    await change('red');
    await controller.step();
    expect(Object.keys(await conditions())).toEqual(['NamesAccepted', 'Established']);
  });

  it('starts beside a stored definition that cannot be served', async () => {
    registrar.isFaulty = false;
    await definitions.create(controllerContext(), definition);
    await controller.step();
    registrar.isFaulty = true;
    const restarted = new ServedDefinitionsController(
      memory.parts,
      registrar as unknown as KindRegistrar,
      {} as ConversionParts,
      {} as ValidationMetrics,
      new RegenerationMetrics(memory.parts.metrics),
      { features: FeatureGates.of(), api: { emulatedRelease: '1.32' } } as ApiServerOptions,
    );
    await expect(restarted.serveStored()).resolves.toBeUndefined();
  });

  it('reports when the objects of a definition cannot be deleted', async () => {
    registrar.isFaulty = false;
    await definitions.create(controllerContext(), definition);
    await controller.step();
    registrar.isFaulty = true;
    await definitions.delete(controllerContext(), NAME);
    await controller.step();
    const before = registrar.attempts;
    expect(await conditions()).toMatchObject({
      Terminating: `True InstanceDeletionFailed could not delete all instances: ${FAILURE}`,
    });
    await controller.settle(1000);
    expect(registrar.attempts).toBeGreaterThan(before);
  });
});
