import { ApiGroupPlugin, ApiType, Field, KubernetesObject, defineKind } from '../../plugin-api/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import { type NamingPlugin, checkTypeNames } from './check-type-names.js';

/** A plugin of its own with a class of the type name `com.example.v1.Ship` that has a field. */
function shipPlugin(plugin: string, field: string): NamingPlugin {
  @ApiType({ name: 'com.example.v1.ShipSpec' })
  class Spec {
    declare length?: number;
  }
  Field(1, 'int32')(Spec.prototype, field);
  @ApiType({ name: `com.example.v1.${plugin}` })
  class Ship extends KubernetesObject {
    @Field(2, Spec) spec?: Spec;
  }
  const kind = defineKind<Ship>({ kind: 'Ship', plural: 'ships', versions: [{ name: 'v1', type: Ship }] });
  class ShipPlugin {
    readonly isTried = true;
  }
  ApiGroupPlugin({ group: `${plugin}.example.com`, kinds: [kind] })(ShipPlugin);
  return { plugin, declaration: declarationOf(ShipPlugin)! };
}

describe('checkTypeNames()', () => {
  it('names classes of two plugins that have one type name and other fields', () => {
    expect(checkTypeNames([shipPlugin('north', 'length'), shipPlugin('south', 'draught')])).toEqual([
      'south: Spec of Ship/v1 of north and Spec of Ship/v1 both have the type name "com.example.v1.ShipSpec"; give each class one of its own in @ApiType',
    ]);
  });

  it('allows plugins a copy each of a class', () => {
    expect(checkTypeNames([shipPlugin('north', 'length'), shipPlugin('south', 'length')])).toEqual([]);
  });
});
