import { ApiGroupPlugin, ApiType, Field, KubernetesObject, defineKind } from '../../plugin-api/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import { checkDeclarations } from './check-declarations.js';

@ApiType({ name: 'com.example.dock.v1.Size' })
class Size {
  @Field(1, 'int32') width?: number;
}

@ApiType({ name: 'com.example.dock.v1.CraneSpec' })
class CraneSpec {
  @Field(1, Size) size?: Size;
  @Field(2, 'string', { map: true }) marks?: Record<string, string>;
  @Field(3, Size, { list: true }) arms?: Size[];
}

@ApiType({ name: 'com.example.dock.v1.Crane' })
class Crane extends KubernetesObject {
  @Field(2, CraneSpec) spec: CraneSpec;
}

/** The mistakes of a kind with a column of a field. */
function mistakesOf(path: string): string[] {
  const names = { kind: 'Crane', plural: 'cranes', versions: [{ name: 'v1', type: Crane }] };
  const kind = defineKind<Crane>({ ...names, columns: { Shown: path as 'spec.size.width' } });
  class DockPlugin {
    readonly isPlugin = true;
  }
  ApiGroupPlugin({ group: 'dock.example.com', kinds: [kind] })(DockPlugin);
  return checkDeclarations([{ plugin: 'DockPlugin', declaration: declarationOf(DockPlugin)!, isOwn: false }]);
}

describe('checkShownFields()', () => {
  it('accepts a field of one value', () => expect(mistakesOf('spec.size.width')).toEqual([]));

  it.each([
    ['spec.size.height', 'v1 has no "spec.size.height"; Size has width'],
    ['spek.size', 'v1 has no "spek.size"; Crane has metadata, spec'],
  ])('reports %s, which the storage version does not have', (path, fault) => {
    expect(mistakesOf(path)).toEqual([expect.stringContaining(`DockPlugin: Crane: column "Shown": ${fault}`)]);
  });

  it.each(['spec.size', 'spec.marks', 'spec.marks.colour', 'spec.arms', 'spec.arms.width'])(
    'reports %s, which fits no cell',
    (path) => {
      const fault = `"${path}" has no value that fits a cell; name a field of one value, or use column()`;
      expect(mistakesOf(path)).toEqual([`DockPlugin: Crane: column "Shown": ${fault}`]);
    },
  );
});
