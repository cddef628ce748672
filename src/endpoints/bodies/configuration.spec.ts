import { Readable } from 'node:stream';
import { MAX_YAML_MARKS } from '../../apimachinery/index.js';
import { type ConfigurationFormat, Serializers, builtInSerializers } from '../../codecs/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import type { RequestContext } from '../request-context.js';
import { configurationFormat, readConfiguration } from './configuration.js';
import type { FieldValidation } from './field-validation.js';
import { UNLIMITED } from '../request-seat.js';

@ApiType({ name: 'k8s.io.api.test.v1.Configured' })
class Configured {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

const serializers = new Serializers(builtInSerializers());
const YAML = configurationFormat({
  headers: { 'content-type': 'application/apply-patch+yaml' },
  serializers,
} as unknown as RequestContext)!;

let warnings: string[];
let recorded: string[];

function contextOf(body: string | Buffer): RequestContext {
  [warnings, recorded] = [[], []];
  const request = Object.assign(Readable.from([Buffer.from(body)]), { headers: {} });
  const trail = { sawPatch: (text: string) => Promise.resolve(recorded.push(text)) };
  const warn = (text: string): void => void warnings.push(text);
  return { request, trail, warn, seat: UNLIMITED } as unknown as RequestContext;
}

interface Read {
  readonly configuration: object;
  report(): void;
}

const read = (body: string, validation: FieldValidation = 'Warn', format: ConfigurationFormat = YAML): Promise<Read> =>
  readConfiguration(contextOf(body), { format, type: shapeOf(Configured), validation });

describe('readConfiguration()', () => {
  it('reads an object, records its text, and an empty one of an empty document', async () => {
    expect((await read('metadata: {name: a}')).configuration).toEqual({ metadata: { name: 'a' } });
    expect(recorded).toEqual(['metadata: {name: a}']);
    expect((await read('null')).configuration).toEqual({});
  });

  it('reports repeated members when the configuration has been applied', async () => {
    const { report } = await read('{"a": 1, "a": 2}');
    expect(warnings).toEqual([]);
    report();
    expect(warnings).toEqual(['line 1: key "a" already set in map']);
    const strict = await read('{"a": 1, "a": 2}', 'Strict');
    expect(() => strict.report()).toThrow('error strict decoding YAML: ');
  });

  it('rejects what is no object, and what cannot be parsed', async () => {
    const rejection = { code: 400, message: expect.stringContaining('error decoding YAML: ') as string };
    await expect(read('[]')).rejects.toMatchObject(rejection);
    await expect(read('{')).rejects.toMatchObject(rejection);
  });

  it('rejects a configuration of too many values as too large', async () => {
    const body = `a: [${'0,'.repeat(MAX_YAML_MARKS)}]`;
    await expect(read(body)).rejects.toMatchObject({
      code: 413,
      message: expect.stringContaining('limit is') as string,
    });
  });

  it('passes on faults that are not those of the text', async () => {
    const fault = new TypeError('a fault of the format');
    const format = Object.assign(Object.create(YAML) as ConfigurationFormat, { read: () => Promise.reject(fault) });
    await expect(read('{}', 'Warn', format)).rejects.toBe(fault);
  });
});
