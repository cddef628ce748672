import { type ExpressionLanguage, loadExpressionLanguage } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { TypeDeclarations } from './declared-type.js';
import { ruleEnvironment } from './rule-environment.js';
import { SchemaValues } from './schema-value.js';

const text: JSONSchemaProps = { type: 'string' };
const number: JSONSchemaProps = { type: 'integer' };
const keyed: JSONSchemaProps = {
  type: 'array',
  items: { type: 'object', properties: { k: text, v: number }, required: ['k'] },
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
};
const SCHEMA: JSONSchemaProps = {
  type: 'object',
  properties: {
    list: { type: 'array', items: number },
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    otherSet: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    keyed,
    map: { type: 'object', additionalProperties: number },
    double: { type: 'number' },
    union: { 'x-kubernetes-int-or-string': true },
    nullable: { type: 'string', nullable: true },
    wrong: number,
    duration: { type: 'string', format: 'duration' },
    date: { type: 'string', format: 'date' },
    time: { type: 'string', format: 'date-time' },
    bytes: { type: 'string', format: 'byte' },
    open: { type: 'object', properties: { known: number }, 'x-kubernetes-preserve-unknown-fields': true },
    'x-y': number,
    namespace: text,
  },
};
const DATA = {
  list: [3, 1],
  set: ['a', 'b'],
  otherSet: ['b', 'c'],
  keyed: [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ],
  map: { a: 1 },
  double: 2,
  union: '50%',
  nullable: null,
  wrong: 'text',
  duration: '1h30m',
  date: '2021-12-31',
  time: '2020-02-29T12:34:56.789Z',
  bytes: 'aGVsbG8=',
  open: { known: 1, other: 'x' },
  'x-y': 7,
  namespace: 'ns',
};

let language: ExpressionLanguage;
beforeAll(async () => {
  language = await loadExpressionLanguage();
});

function run(rule: string, former: object = DATA): unknown {
  const types = new TypeDeclarations(language);
  const declared = types.typeOf(SCHEMA, false)!;
  const { program, error } = ruleEnvironment(declared, types, { isStored: false }).compile(rule);
  if (error !== undefined) throw new Error(error);
  const read = new SchemaValues().readerOf(SCHEMA);
  const variables = new Map([['self', read(DATA)] as const, ['oldSelf', read(former)] as const]);
  const outcome = program.run({ find: (name) => variables.get(name as 'self') });
  return outcome.error ? outcome.error.message : outcome.value;
}

describe('SchemaValues', () => {
  it.each([
    'self.list == [3, 1] && self.list != [1, 3]',
    'self.double == 2.0 && self.double + 0.5 == 2.5',
    'self.union == "50%" && type(self.union) == string',
    'self.duration == duration("90m") && self.date == timestamp("2021-12-31T00:00:00Z")',
    'self.time.getMilliseconds() == 789 && self.bytes == b"hello"',
    'self.x__dash__y == 7 && self.__namespace__ == "ns" && self.namespace == "ns"',
    'self.map["a"] == 1 && !("b" in self.map) && self.map.all(k, k == "a")',
    // A member that is null counts as absent.
    '!has(self.nullable) && has(self.double)',
  ])('types what a rule sees: %s', (rule) => {
    expect(run(rule)).toBe(true);
  });

  it.each([
    'self.set == ["b", "a"] && ["b", "a"] == self.set && self.set != ["a", "c"]',
    'self.set + self.otherSet == ["a", "b", "c"] && (self.set + self.otherSet).size() == 3',
  ])('compares and joins sets whatever their order: %s', (rule) => {
    expect(run(rule)).toBe(true);
  });

  it('compares lists with keys whatever their order, and replaces elements with equal keys in a sum', () => {
    const turned = { ...DATA, keyed: [DATA.keyed[1], DATA.keyed[0]] };
    const changed = { ...DATA, keyed: [{ k: 'b', v: 9 }, { k: 'c' }] };
    expect(run('self.keyed == oldSelf.keyed', turned)).toBe(true);
    expect(run('self.keyed == oldSelf.keyed', changed)).toBe(false);
    expect(run('(self.keyed + oldSelf.keyed).map(e, e.k) == ["a", "b", "c"]', changed)).toBe(true);
    expect(run('(self.keyed + oldSelf.keyed)[1].v == 9', changed)).toBe(true);
  });

  it('compares what has no schema by its data', () => {
    expect(run('self.open == oldSelf.open')).toBe(true);
    expect(run('self.open == oldSelf.open', { ...DATA, open: { known: 1, other: 'y' } })).toBe(false);
  });

  it('reports data that does not match its schema', () => {
    expect(run('self.wrong > 1')).toBe('invalid data, expected int');
    expect(run('self.list.all(x, x > 0)')).toBe(true);
    expect(run('oldSelf.list.all(x, x > 0)', { list: [1, null] })).toBe(
      'invalid data, got null for schema with nullable=false',
    );
  });
});
