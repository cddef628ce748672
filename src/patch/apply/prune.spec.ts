import { LEAF_MERGE, type MapMerge, type MergeType } from '../../schema/index.js';
import { FieldSet, type Owner, identityOf } from '../ownership/index.js';
import { doAtOnce } from '../../observability/index.js';
import { type PrunedVersions, prune } from './prune.js';

const MAP: MapMerge = { kind: 'map', member: () => undefined, values: LEAF_MERGE };
const STRUCT: MapMerge = {
  kind: 'map',
  member: (name) => (name === 'map' ? { element: 'f:map', type: MAP } : undefined),
  values: undefined,
};

/** Versions in which the members of the map begin with the version; `v0` is not known. */
class Prefixed implements PrunedVersions {
  readonly conversions: string[] = [];

  typeOf(apiVersion: string): MergeType | undefined {
    return apiVersion === 'v0' ? undefined : STRUCT;
  }

  convert(objects: readonly object[], from: string, to: string): readonly object[] {
    if (from === to) return objects;
    this.conversions.push(`${from} ${to}`);
    return objects.map((object) => {
      const { map } = object as { map?: Record<string, number> | null };
      if (!map) return object;
      return { map: Object.fromEntries(Object.entries(map).map(([name, value]) => [to + name.slice(2), value])) };
    });
  }
}

const owner = (apiVersion: string, ...names: string[]): Owner => ({
  manager: `m-${apiVersion}`,
  operation: 'Update',
  apiVersion,
  subresource: '',
  time: undefined,
  fields: FieldSet.of(...names.map((name) => ['f:map', `f:${name}`])),
});

function pruned(last: Owner | undefined, apiVersion: string, others: Owner[], versions = new Prefixed()): unknown {
  const merged = { map: Object.fromEntries(['a', 'b', 'c'].map((name) => [`${apiVersion}${name}`, 1])) };
  const fields = FieldSet.of(['f:map', `f:${apiVersion}a`]);
  const applier = { ...owner(apiVersion), operation: 'Apply' as const, fields };
  const owners = new Map([applier, ...others].map((each) => [identityOf(each), each]));
  const result = doAtOnce(prune({ apiVersion, merged, last, fields, owners }, versions)) as typeof merged;
  expect(result === merged || versions.conversions !== undefined).toBe(true);
  return result.map && Object.keys(result.map);
}

describe('prune()', () => {
  it('takes out what its applier has given up and no other manager owns', () => {
    expect(pruned(owner('v1', 'v1a', 'v1b', 'v1c'), 'v1', [owner('v1', 'v1c')])).toEqual(['v1a', 'v1c']);
  });

  it('leaves what nobody has given up', () => {
    for (const last of [undefined, owner('v1'), owner('v1', 'v1a')]) {
      expect(pruned(last, 'v1', [])).toEqual(['v1a', 'v1b', 'v1c']);
    }
  });

  it('keeps what owners of other versions own', () => {
    const last = owner('v1', 'v1a', 'v1b', 'v1c');
    expect(pruned(last, 'v1', [owner('v2', 'v2b')])).toEqual(['v1a', 'v1b']);
    expect(pruned(last, 'v1', [owner('v2', 'v2b'), owner('v3', 'v3c')])).toEqual(['v1a', 'v1b', 'v1c']);
  });

  it('does not keep what owners of versions own that are not known any more', () => {
    expect(pruned(owner('v1', 'v1a', 'v1b'), 'v1', [owner('v0', 'v0b')])).toEqual(['v1a', 'v1c']);
    expect(pruned(owner('v0', 'v0a', 'v0b'), 'v1', [])).toEqual(['v1a', 'v1b', 'v1c']);
  });

  it('prunes in the version in which the applier owned before', () => {
    const versions = new Prefixed();
    expect(pruned(owner('v2', 'v2a', 'v2b'), 'v1', [], versions)).toEqual(['v1a', 'v1c']);
    expect(versions.conversions).toContain('v1 v2');
    expect(versions.conversions.at(-1)).toBe('v2 v1');
  });

  it('asks for no conversion where all owners are of one version', () => {
    const versions = new Prefixed();
    pruned(owner('v1', 'v1a', 'v1b'), 'v1', [], versions);
    expect(versions.conversions).toEqual([]);
  });
});
