import { FieldTracer } from './trace-field.js';

const traceField = (object: object, field: string, fromHub: (object: never) => object): string | undefined =>
  new FieldTracer(object, fromHub).trace(field);

interface Hub {
  spec: { size?: { length?: number; depth?: number }; cargo?: string; services?: string[]; open?: boolean };
}

const fromHub = ({ spec: { size, cargo, services, ...same } }: Hub) => ({
  spec: { ...same, ...size, load: cargo, services: services?.join(','), cargoAgain: undefined as string | undefined },
});

describe('FieldTracer.trace()', () => {
  const hub: Hub = { spec: { size: { length: 7 }, cargo: 'Oil', services: ['a', 'b'], open: false } };

  it.each([
    ['spec.size.length', 'spec.length'],
    ['spec.size.depth', 'spec.depth'],
    ['spec.cargo', 'spec.load'],
    ['spec.services[1]', 'spec.services'],
    ['spec.open', 'spec.open'],
    ['spec.size', undefined],
    ['spec.unknown', 'spec.unknown'],
    ['spec.services[7]', undefined],
    ['spec.services[', undefined],
    ['', undefined],
  ])('finds the field for %j: %j', (field, expected) => {
    expect(traceField(hub, field, fromHub)).toBe(expected);
  });

  it('finds fields whose parents are missing', () => {
    expect(traceField({ spec: {} }, 'spec.size.length', fromHub)).toBe('spec.length');
    const wrap = ({ spec }: { spec: { depth?: number } }) =>
      spec.depth === undefined ? {} : { spec: { limits: { depths: [{ meters: spec.depth }] } } };
    expect(traceField({ spec: {} }, 'spec.depth', wrap)).toBe('spec.limits.depths[0].meters');
  });

  it('finds no field where several are made of one, and where the conversion fails', () => {
    const twice = ({ spec }: Hub) => ({ spec: { a: spec.cargo, b: spec.cargo } });
    expect(traceField(hub, 'spec.cargo', twice)).toBeUndefined();
    const failing = (): never => {
      throw new Error('no');
    };
    expect(traceField(hub, 'spec.cargo', failing)).toBeUndefined();
    const picky = ({ spec }: Hub) => ({ spec: { load: { Oil: 'oil' }[spec.cargo!]!.toUpperCase() } });
    expect(traceField(hub, 'spec.cargo', picky)).toBeUndefined();
  });

  it('does not change the object', () => {
    const before = structuredClone(hub);
    traceField(hub, 'spec.services[0]', fromHub);
    expect(hub).toEqual(before);
  });
});
