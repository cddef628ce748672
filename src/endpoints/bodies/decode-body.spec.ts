import { Readable } from 'node:stream';
import type { ApiObject, StatusError } from '../../apimachinery/index.js';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import { MERGE_PATCH, STRATEGIC_MERGE_PATCH, applyPatch } from '../../patch/index.js';
import { ApiType, Field, ObjectMeta, shapeOf } from '../../schema/index.js';
import type { BodyExpectation } from './body-expectation.js';
import { decodeBody, decodePatched } from './decode-body.js';
import type { FieldValidation } from './field-validation.js';
import type { RequestContext } from '../request-context.js';
import { UNLIMITED } from '../request-seat.js';

const serializers = new Serializers(builtInSerializers());

@ApiType({ name: 'k8s.io.api.test.v1.ThingSpec' })
class ThingSpec {
  @Field(1, 'int32', { default: 3 }) count?: number;
  @Field(2, 'string') color?: string;
}

@ApiType({ name: 'k8s.io.api.test.v1.Thing' })
class Thing {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, ThingSpec) spec: ThingSpec;
}

@ApiType({ name: 'k8s.io.api.core.v1.Pod' })
class Pod {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string') node?: string;
}

const EXPECTED: BodyExpectation = {
  type: shapeOf(Thing),
  group: 'test.example.com',
  version: 'v1',
  kind: 'Thing',
  kinds: {
    knowsKind: (apiVersion, kind) => `${apiVersion} ${kind}` === 'v1 Pod' || kind === 'Thing',
    typeOf: (apiVersion, kind) => (`${apiVersion} ${kind}` === 'v1 Pod' ? shapeOf(Pod) : undefined),
  },
};

interface Answer {
  readonly object?: ApiObject & { spec?: object };
  readonly warnings: string[];
  readonly code?: number;
  readonly message?: string;
}

async function read(body: string, validation: FieldValidation = 'Warn', contentType?: string): Promise<Answer> {
  const warnings: string[] = [];
  const headers = { 'content-type': contentType };
  const context = {
    serializers,
    headers,
    request: Object.assign(Readable.from([Buffer.from(body)]), { headers }),
    warn: (text: string) => warnings.push(text),
    seat: UNLIMITED,
  };
  try {
    const object = await decodeBody(context as unknown as RequestContext, EXPECTED, { fieldValidation: validation });
    return { object, warnings };
  } catch (error) {
    const { code, message } = error as StatusError;
    return { warnings, code, message };
  }
}

describe('decodeBody()', () => {
  it('adds kind, version and defaults', async () => {
    const { object } = await read('{"metadata":{"name":"a"},"spec":{"color":"red"}}');
    expect(object).toMatchObject({
      kind: 'Thing',
      apiVersion: 'test.example.com/v1',
      spec: { count: 3, color: 'red' },
    });
  });

  it('reads YAML, where 1.0 is an integer', async () => {
    const { object } = await read('spec:\n  count: 1.0\n', 'Warn', 'application/yaml');
    expect(object?.spec).toEqual({ count: 1 });
  });

  const AS = 'Thing in version "v1" cannot be handled as a Thing: ';
  it.each([
    [
      '{"spec":{"count":1.0}}',
      `${AS}json: cannot unmarshal number 1.0 into Go struct field ThingSpec.spec.count of type int32`,
    ],
    ['{"spec":7e0}', `${AS}json: cannot unmarshal number into Go struct field Thing.spec of type v1.ThingSpec`],
    [
      '{"kind":"Other"}',
      'Other in version "v1" cannot be handled as a Thing: no kind "Other" is registered for version "test.example.com/v1" in scheme "kubernetes/pkg/api/legacyscheme/scheme.go:30"',
    ],
    [
      '{"kind":"Pod","apiVersion":"v1","node":1,"spec":[]}',
      'Pod in version "v1" cannot be handled as a Thing: json: cannot unmarshal number into Go struct field Pod.node of type string',
    ],
    [
      '{"kind":"Pod","apiVersion":"v1","node":"n","spec":[],"color":1}',
      'Pod in version "v1" cannot be handled as a Thing: converting (v1.Pod) to (test.Thing): unknown conversion',
    ],
    [
      '{"kind":"Pod","apiVersion":"v1"}',
      'Pod in version "v1" cannot be handled as a Thing: converting (v1.Pod) to (test.Thing): unknown conversion',
    ],
    [
      '{"apiVersion":"test.example.com/v2"}',
      'the API version in the data (test.example.com/v2) does not match the expected API version (test.example.com/v1)',
    ],
    [
      '{"apiVersion":"a/b/c"}',
      'the object provided is unrecognized (must be of type Thing): unexpected GroupVersion string: a/b/c ({"apiVersion":"a/b/c"})',
    ],
    [
      '{"kind":1.0}',
      'the object provided is unrecognized (must be of type Thing): couldn\'t get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"kind":1.0})',
    ],
    [
      '',
      "the object provided is unrecognized (must be of type Thing): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)",
    ],
  ])('refuses %s', async (body, message) => {
    const answer = await read(body);
    expect(answer.code).toBe(400);
    expect(answer.message).toBe(message);
  });

  it('answers 415 for a format it does not read', async () => {
    expect(await read('{}', 'Warn', 'text/plain')).toMatchObject({ code: 415 });
  });

  const ODD = '{"odd":1,"spec":{"count":1,"count":2,"a\\u0001":0}}';
  it('warns of repeated and unknown members in the order of the text', async () => {
    const { warnings } = await read(ODD);
    expect(warnings).toEqual(['unknown field "odd"', 'duplicate field "spec.count"', 'unknown field "spec.a\\x01"']);
  });

  it('refuses them in Strict mode, all in one message', async () => {
    const { message, warnings } = await read(ODD, 'Strict');
    expect(warnings).toEqual([]);
    expect(message).toBe(
      `${AS}strict decoding error: unknown field "odd", duplicate field "spec.count", unknown field "spec.a\\x01"`,
    );
  });

  it.each<[string, string[]]>([
    ['{"odd":{"a":1,"a":2},"odd":{"b":1},"spec":{"count":1}}', ['unknown field "odd"']],
    [
      '{"spec":{"x":1},"y":1,"spec":{"x":2}}',
      ['unknown field "spec.x"', 'unknown field "y"', 'duplicate field "spec"'],
    ],
    [
      '{"spec":{"count":1,"count":2,"count":3},"odd":1,"spec":{"count":1}}',
      ['duplicate field "spec.count"', 'unknown field "odd"', 'duplicate field "spec"'],
    ],
    ['{"odd.a":1,"odd":{"a":1,"a":1}}', ['unknown field "odd.a"', 'unknown field "odd"']],
  ])('reports each once, and nothing inside of an unknown member: %s', async (body, warnings) => {
    expect((await read(body)).warnings).toEqual(warnings);
  });

  const MANY = 140_000;
  it.each(['unknown', 'repeated'])('copes with very many members that are %s', async (sort) => {
    const members = Array.from({ length: MANY }, (_, i) => `"k${sort === 'unknown' ? i : 0}":1`);
    const body = `{${members.join(',')}}`;
    expect((await read(body)).warnings).toHaveLength(sort === 'unknown' ? 100 : 1);
    const { code, message } = await read(body, 'Strict');
    expect(code).toBe(400);
    expect(message!.length).toBeLessThan(4096);
  });

  it.each<FieldValidation>(['Ignore', 'Warn', 'Strict'])('accepts a body without faults in mode %s', async (mode) => {
    const { object, warnings } = await read('{"spec":{"count":1}}', mode);
    expect([object?.spec, warnings]).toEqual([{ count: 1 }, []]);
  });

  it('ignores them in Ignore mode', async () => {
    expect(await read(ODD, 'Ignore')).toMatchObject({ warnings: [], object: { spec: { count: 2 } } });
  });
});

describe('decodePatched()', () => {
  const document = { kind: 'Thing', apiVersion: 'test.example.com/v1', metadata: {}, spec: { count: 1 } };

  function patch(mediaType: typeof MERGE_PATCH | typeof STRATEGIC_MERGE_PATCH, body: string): string[] {
    const warnings: string[] = [];
    const patched = applyPatch({ mediaType, type: EXPECTED.type, document, patch: body });
    void decodePatched(patched, EXPECTED, {
      validation: 'Warn',
      warn: (text) => warnings.push(text),
      isTyped: mediaType === STRATEGIC_MERGE_PATCH,
    });
    return warnings;
  }

  it('lists what a strategic patch brings in by name, parents or not', () => {
    const body = '{"spec":{"zzz":1,"bbb":1},"metadata":{"nope":1},"odd":1}';
    expect(patch(STRATEGIC_MERGE_PATCH, body)).toEqual([
      'unknown field "metadata.nope"',
      'unknown field "odd"',
      'unknown field "spec.bbb"',
      'unknown field "spec.zzz"',
    ]);
  });

  it('drops a new value that a directive refers to', () => {
    expect(patch(STRATEGIC_MERGE_PATCH, '{"spec":{"nosuch":{"$patch":"replace","a":1}}}')).toEqual([]);
  });

  it.each([
    ['{"kind":{"toString":1}}', 'object into Go struct field .kind of type string'],
    ['{"apiVersion":[{"toString":1}]}', 'array into Go struct field .apiVersion of type string'],
    ['{"kind":1}', 'number into Go struct field .kind of type string'],
  ])('refuses a document that has become %s', (body, fault) => {
    const message = `couldn't get version/kind; json parse error: json: cannot unmarshal ${fault}`;
    expect(() => patch(MERGE_PATCH, body)).toThrow(message);
  });

  it.each(['{"kind":"Other"}', '{"apiVersion":"v9"}'])('refuses a document that has become %s', (body) => {
    expect(() => patch(MERGE_PATCH, body)).toThrow('is registered for version');
  });
});
