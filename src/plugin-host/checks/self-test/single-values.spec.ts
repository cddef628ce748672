import { ApiType, Field, ObjectMeta } from '../../../plugin-api/index.js';
import { type KindDefinition, ResolvedKind } from '../../../registry/index.js';
import { objectsWithOneOtherValue } from './single-values.js';

class Shelf {
  wood?: string;
}
Field(1, 'string', { enum: ['oak', 'ash'] })(Shelf.prototype, 'wood');
Field(2, 'int32', { default: 2 })(Shelf.prototype, 'boards');
Field(3, 'string', { list: true })(Shelf.prototype, 'books');
Field(4, 'string', { map: true })(Shelf.prototype, 'labels');
Field(5, 'bool')(Shelf.prototype, 'isFull');
ApiType({ name: 'com.example.shop.v1.Shelf' })(Shelf);

class Rack {
  spec?: Shelf;
}
Field(1, ObjectMeta)(Rack.prototype, 'metadata');
Field(2, Shelf)(Rack.prototype, 'spec');
ApiType({ name: 'com.example.shop.v1.Rack' })(Rack);

const LONG = 'z'.repeat(63);
const LARGE = 2_000_000_000;

/** The specs that are tried of a version with these examples, and with that of a sample. */
function triedSpecs(examples: readonly object[], sample: object): object[] {
  const versions = [{ name: 'v1', type: Rack, examples: examples.map((spec) => ({ metadata: { name: 'a' }, spec })) }];
  const kind = { kind: 'Rack', plural: 'racks', namespaced: true, versions, storageVersion: 'v1' };
  const resolved = new ResolvedKind('shop.example.com', kind as unknown as KindDefinition);
  const objects = objectsWithOneOtherValue(resolved, resolved.storage, { metadata: {}, spec: sample } as never);
  return [...objects].map((object) => (object as { spec?: object }).spec!);
}

describe('objectsWithOneOtherValue()', () => {
  it('differ from an example, its defaults filled in, in one member', () => {
    const base = { wood: 'oak', boards: 2 };
    expect(triedSpecs([{ wood: 'oak' }], undefined as never)).toEqual([
      { ...base, wood: 'ash' },
      { ...base, boards: LARGE },
      { ...base, books: [LONG] },
      { ...base, labels: { sample: LONG } },
      { ...base, isFull: true },
    ]);
  });

  it('are as few as 512', () => {
    const examples = Array.from({ length: 200 }, () => ({ wood: 'oak' }));
    expect(triedSpecs(examples, {})).toHaveLength(512);
  });
});
