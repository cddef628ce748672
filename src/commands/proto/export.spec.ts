import { defineKind, type KindDefinition } from '../../plugin-api/index.js';
import { ApiType, Field, KubernetesObject } from '../../schema/index.js';
import { protoOf } from './export.js';

@ApiType({ doc: 'A color.' })
class Paint {
  @Field(1, 'string') color?: string;
}

@ApiType({ doc: 'A boat.' })
class Boat {
  @Field(1, Paint, { map: true, list: true }) coats?: Record<string, Paint[]>;
}

@ApiType({ doc: 'A booking.' })
class Booking extends KubernetesObject {
  @Field(2, Boat) boat: Boat;
}

@ApiType({ doc: 'A booking of before.' })
class BookingV1beta1 extends KubernetesObject {
  @Field(2, Boat) boat: Boat;
}

@ApiType({ name: 'com.example.mole-head.v1.Mole' })
class Mole extends KubernetesObject {
  @Field(2, Boat) boat: Boat;
}

const same = (booking: Booking): Booking => booking;
const bookings = defineKind<Booking>({
  kind: 'Booking',
  plural: 'bookings',
  versions: [
    { name: 'v1', type: Booking },
    { name: 'v1beta1', type: BookingV1beta1, conversion: { toHub: same, fromHub: same } },
  ],
});
const moles = defineKind<Mole>({ kind: 'Mole', plural: 'moles', versions: [{ name: 'v1', type: Mole }] });

const exported = (definition: unknown, group: string): Map<string, string> =>
  protoOf([{ group, definition: definition as KindDefinition }]);

/** The names of the packages and messages in a file. */
const namesIn = (text = ''): string[] =>
  [...text.matchAll(/^(?:package|message) (.*?)(?:;| \{)$/gm)].map(([, name]) => name);

describe('protoOf()', () => {
  it('names types without a full name below the group and the version that use them', () => {
    const files = exported(bookings, 'boats.example.com');
    const own = [...files.keys()].filter((path) => !path.startsWith('k8s.io/'));
    expect(own).toEqual(['com/example/boats/v1/generated.proto', 'com/example/boats/v1beta1/generated.proto']);
    expect(own.map((path) => namesIn(files.get(path)))).toEqual([
      ['com.example.boats.v1', 'Boat', 'BoatCoatsValues', 'Booking', 'BookingList', 'Paint'],
      ['com.example.boats.v1beta1', 'Boat', 'BoatCoatsValues', 'BookingList', 'BookingV1beta1', 'Paint'],
    ]);
    expect(files.get(own[1])).toContain('optional .com.example.boats.v1beta1.Boat boat = 2;');
    expect(files.get(own[1])).toContain('repeated .com.example.boats.v1beta1.Paint items = 1;');
    expect(files.get(own[1])).not.toContain('boats/v1/');
  });

  it('writes underscores for the hyphens of a group, which names of packages cannot have', () => {
    const files = exported(moles, 'boat-yard.example.com');
    const own = 'com/example/mole_head/v1/generated.proto';
    const used = 'com/example/boat_yard/v1/generated.proto';
    expect([...files.keys()]).toEqual(expect.arrayContaining([own, used]));
    expect(namesIn(files.get(own))).toEqual(['com.example.mole_head.v1', 'Mole', 'MoleList']);
    expect(files.get(own)).toContain(`import "${used}";`);
    expect(files.get(own)).toContain('optional .com.example.boat_yard.v1.Boat boat = 2;');
  });
});
