import { ApiType, Field, shapeOf } from '../../schema/index.js';
import { JsonSerializer } from './json.serializer.js';

@ApiType({ name: 'test.v1.RepeatedPart' })
class Part {
  @Field(1, 'string') name?: string;
  @Field(2, 'int32') count?: number;
}

@ApiType({ name: 'test.v1.Repeated' })
class Repeated {
  @Field(1, Part) part?: Part;
  @Field(2, Part, { pointer: true }) maybe?: Part;
  @Field(3, Part, { list: true }) parts?: Part[];
  @Field(4, 'string', { map: true }) labels?: Record<string, string>;
  @Field(5, Part, { map: true }) byName?: Record<string, Part>;
  @Field(6, 'string') text?: string;
  @Field(7, 'int32', { pointer: true }) number?: number;
  @Field(8, 'time') time?: string;
  @Field(9, 'rawExtension') raw?: object;
  @Field(10, 'bytes', { map: true }) files?: Record<string, string>;
}

const SHAPE = shapeOf(Repeated);

function decode(text: string): object {
  return SHAPE.decode(new JsonSerializer().read(Buffer.from(text), SHAPE).value);
}

describe('RepeatedMembers', () => {
  it.each<[string, string, object]>([
    ['fills structs further', '{"part":{"name":"a"},"part":{"count":1}}', { part: { name: 'a', count: 1 } }],
    ['does so behind pointers', '{"maybe":{"name":"a"},"maybe":{"count":1}}', { maybe: { name: 'a', count: 1 } }],
    ['fills maps further', '{"labels":{"a":"x"},"labels":{"b":"y"}}', { labels: { a: 'x', b: 'y' } }],
    [
      'replaces values of maps',
      '{"byName":{"a":{"name":"x"}},"byName":{"a":{"count":1}}}',
      { byName: { a: { count: 1 } } },
    ],
    ['replaces keys of one map', '{"byName":{"a":{"name":"x"},"a":{"count":1}}}', { byName: { a: { count: 1 } } }],
    [
      'joins elements of lists by index',
      '{"parts":[{"name":"a"},{"name":"b"}],"parts":[{"count":1}]}',
      { parts: [{ name: 'a', count: 1 }] },
    ],
    ['leaves elements for which null comes', '{"parts":[{"name":"a"}],"parts":[null]}', { parts: [{ name: 'a' }] }],
    ['leaves structs for which null comes', '{"part":{"name":"a"},"part":null}', { part: { name: 'a' } }],
    ['unsets pointers to structs', '{"maybe":{"name":"a"},"maybe":null}', {}],
    ['unsets lists', '{"parts":[{"name":"a"}],"parts":null}', {}],
    ['unsets maps', '{"labels":{"a":"x"},"labels":null}', {}],
    ['leaves texts for which null comes', '{"text":"a","text":null}', { text: 'a' }],
    ['unsets pointers to numbers', '{"number":1,"number":null}', {}],
    ['unsets times', '{"time":"2020-01-01T00:00:00Z","time":null}', {}],
    ['replaces any JSON', '{"raw":{"a":1},"raw":{"b":2}}', { raw: { b: 2 } }],
    ['leaves any JSON for which null comes', '{"raw":{"a":1},"raw":null}', { raw: { a: 1 } }],
    ['goes on inside', '{"part":{"name":"a","name":"b"},"part":{"name":"c"}}', { part: { name: 'c' } }],
  ])('%s', (_, text, expected) => {
    const part = 'part' in expected ? {} : { part: {} };
    expect(decode(text)).toEqual({ ...part, ...expected });
  });

  it('reports the first fault, though a right value follows', () => {
    expect(() => decode('{"labels":5,"labels":{}}')).toThrow('cannot unmarshal number');
    expect(() => decode('{"text":5,"text":"a"}')).toThrow('cannot unmarshal number');
  });

  it.each([
    ['inside of the first member', '{"part":{"name":5},"part":[]}', 'Part.part.name of type string'],
    ['inside of a map', '{"labels":{"a":5},"labels":{"a":"x"}}', 'Repeated.labels of type string'],
    ['before the repeated one', '{"text":"a","parts":[{"count":"x"}],"text":5}', 'Part.parts.count of type int32'],
    ['around others', '{"part":[{"name":5}],"part":{}}', 'Repeated.part of type v1.RepeatedPart'],
    ['behind the repeated one', '{"text":"a","text":"b","number":"x"}', 'Repeated.number of type int32'],
  ])('reports the fault that stands first: %s', (_, text, place) => {
    expect(() => decode(text)).toThrow(`Go struct field ${place.replace('Part.', 'RepeatedPart.')}`);
  });

  it('replaces what is repeated deeper inside than any type goes', () => {
    const depth = 400;
    const open = '{"a":'.repeat(depth);
    const text = `{"raw":${open}{"b":{"c":0},"b":{"d":0}}${'}'.repeat(depth)}}`;
    expect(JSON.stringify(decode(text))).toContain('{"b":{"d":0}}');
  });
});
