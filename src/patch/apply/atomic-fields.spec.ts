import { DEDUCED_MERGE, LEAF_MERGE, type ListMerge, type MapMerge, type MergeType } from '../../schema/index.js';
import { findAtomicFields } from './atomic-fields.js';

const TEXT: MergeType = { kind: 'leaf', content: 'string' };
const TEXTS: MergeType = { kind: 'leaf', content: { kind: 'atomic-list', element: TEXT } };

function structOf(members: Record<string, MergeType>): MapMerge {
  const member = (name: string) =>
    Object.hasOwn(members, name) ? { element: `f:${name}`, type: members[name] } : undefined;
  return { kind: 'map', member, values: undefined };
}

const PART = structOf({ name: TEXT, texts: TEXTS });
const BY_NAME: ListMerge = { kind: 'list', keys: ['name'], keyDefaults: {}, element: PART };
const STRUCT = structOf({
  any: LEAF_MERGE,
  untyped: DEDUCED_MERGE,
  text: TEXT,
  texts: TEXTS,
  list: BY_NAME,
  parts: { kind: 'leaf', content: { kind: 'atomic-list', element: PART } },
  part: { kind: 'leaf', content: PART },
  map: { kind: 'map', member: () => undefined, values: TEXTS },
});

describe('findAtomicFields()', () => {
  it.each<[string, object, string[]]>([
    ['no scalar', { text: 'a', any: 5 }, []],
    ['no null', { texts: null, part: null }, []],
    ['an atomic list', { texts: ['a'] }, ['.texts']],
    ['an atomic struct, and in it an atomic list', { part: { texts: [] } }, ['.part', '.part.texts']],
    ['atomic lists in the elements of a list', { list: [{ name: 'a' }, { texts: [] }] }, ['.list[1].texts']],
    ['atomic lists in the elements of an atomic one', { parts: [{ texts: [] }] }, ['.parts', '.parts[0].texts']],
    ['objects and lists of any type, and in such lists', { any: [{ a: [] }, 5, []] }, ['.any', '.any[0]', '.any[2]']],
    ['lists of no declared type', { untyped: [['a'], 5] }, ['.untyped', '.untyped[0]']],
    ['no members of maps', { map: { a: ['x'] } }, []],
    ['no members that are not declared', { other: ['x'] }, []],
  ])('finds %s', (_what, configuration, found) => {
    expect(findAtomicFields(STRUCT, configuration)).toEqual(found);
  });
});
