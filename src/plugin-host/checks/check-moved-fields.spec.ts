import { ApiType, Field, movedFields } from '../../plugin-api/index.js';
import type { KindDefinition } from '../../registry/index.js';
import { ObjectMeta } from '../../schema/index.js';
import { checkDeclarations } from './check-declarations.js';

class Plain {
  readonly name?: string;
}

function specClass(): typeof Plain {
  class BuoySpec extends Plain {}
  Field(1, 'string')(BuoySpec.prototype, 'name');
  return BuoySpec;
}

function decorated(): typeof Plain {
  const spec = specClass();
  ApiType({ name: 'com.example.v1.BuoySpec' })(spec);
  return spec;
}

function buoyClass(version: string, spec: typeof Plain): abstract new () => object {
  class Buoy {
    readonly metadata?: object;
    readonly spec?: Plain;
  }
  Field(1, ObjectMeta)(Buoy.prototype, 'metadata');
  Field(2, spec)(Buoy.prototype, 'spec');
  ApiType({ name: `com.example.${version}.Buoy` })(Buoy);
  return Buoy;
}

/** The mistakes of a kind with two versions, between which a field is moved. */
function mistakesOf(specs: readonly [older: typeof Plain, hub: typeof Plain], to = 'spec.name'): string[] {
  const older = { type: buoyClass('v1beta1', specs[0]), conversion: movedFields({ 'spec.name': to }) };
  const kind = {
    kind: 'Buoy',
    plural: 'buoys',
    storageVersion: 'v1',
    versions: [
      { name: 'v1', type: buoyClass('v1', specs[1]) },
      { name: 'v1beta1', ...older },
    ],
  } as unknown as KindDefinition<never>;
  const declaration = { group: 'sea.example.com', versions: ['v1', 'v1beta1'], kinds: [kind] };
  return checkDeclarations([{ plugin: 'SeaPlugin', declaration, isOwn: false }]);
}

describe('checkMovedFields()', () => {
  it('accepts fields that both versions have', () => {
    const spec = decorated();
    expect(mistakesOf([spec, spec])).toEqual([]);
  });

  it('reports a field that the hub does not have', () => {
    const spec = decorated();
    expect(mistakesOf([spec, spec], 'spec.title')).toEqual([
      'SeaPlugin: Buoy/v1beta1: movedFields: v1 has no "spec.title"; BuoySpec has name',
    ]);
  });

  it.each<[string, string, typeof Plain, typeof Plain]>([
    ['the hub', 'v1', decorated(), specClass()],
    ['the other version', 'v1beta1', specClass(), decorated()],
  ])('leaves a nested class without @ApiType to its own message, in %s', (_where, version, older, hub) => {
    expect(mistakesOf([older, hub])).toEqual([
      `SeaPlugin: Buoy/${version}: com.example.${version}.Buoy.spec: its type BuoySpec carries no @ApiType; decorate the class`,
    ]);
  });
});
