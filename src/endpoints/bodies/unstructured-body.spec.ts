import { Readable } from 'node:stream';
import { type ApiObject, type StatusError } from '../../apimachinery/index.js';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import { MERGE_PATCH, applyPatch } from '../../patch/index.js';
import { ApiType, Field, ObjectMeta, StructuralShape, shapeOf } from '../../schema/index.js';
import type { RequestContext } from '../request-context.js';
import type { BodyExpectation } from './body-expectation.js';
import { decodeBody, decodePatched } from './decode-body.js';
import { patchDocument } from './patch-document.js';
import { UNLIMITED } from '../request-seat.js';

@ApiType({ name: 'k8s.io.api.core.v1.Pod' })
class Pod {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
  @Field(2, 'string') node?: string;
}

const GROUP = 'example.com';
const OWN = `${GROUP}/v1`;
const SCHEMA = { type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } };
const type = new StructuralShape('com.example.v1.Berth', SCHEMA as never);
const v2 = new StructuralShape('com.example.v2.Berth', { type: 'object' });

/** A custom resource that is served in two versions. */
const BERTH: BodyExpectation = {
  type,
  group: GROUP,
  version: 'v1',
  kind: 'Berth',
  kinds: { knowsKind: (apiVersion) => [OWN, `${GROUP}/v2`, 'v1'].includes(apiVersion), typeOf: () => undefined },
  otherVersion: (apiVersion) =>
    apiVersion === `${GROUP}/v2`
      ? { type: v2, convert: (object) => ({ ...object, apiVersion: OWN, converted: true }) as ApiObject }
      : undefined,
};

/** A kind of the core group. */
const POD: BodyExpectation = {
  type: shapeOf(Pod),
  group: '',
  version: 'v1',
  kind: 'Pod',
  otherVersions: ['v1beta1'],
  kinds: { knowsKind: (_apiVersion, kind) => kind === 'Node' || kind === 'Pod', typeOf: () => undefined },
};

const serializers = new Serializers(builtInSerializers());
let warnings: string[];

function contextOf(body: string, contentType: string): RequestContext {
  warnings = [];
  const headers = { 'content-type': contentType };
  const request = Object.assign(Readable.from(body === '' ? [] : [Buffer.from(body)]), { headers });
  const warn = (text: string): void => void warnings.push(text);
  return { serializers, headers, request, warn, seat: UNLIMITED } as unknown as RequestContext;
}

const outcomeOf = (answer: Promise<ApiObject>): Promise<string> =>
  answer.then(
    ({ kind, apiVersion }) => `${kind} ${apiVersion}`,
    ({ code, message }: StatusError) => `${code} ${message}`,
  );

const read = (body: string, expected = BERTH, contentType = 'application/json'): Promise<string> =>
  outcomeOf(decodeBody(contextOf(body, contentType), expected, { fieldValidation: 'Warn' }));

describe('decodeBody(), of custom resources', () => {
  const UNRECOGNIZED = '400 the object provided is unrecognized (must be of type Berth): ';
  const other = (sent: string): string =>
    `the API version in the data (${sent}) does not match the expected API version (${OWN})`;
  const mustBe = (kind: string, name = ''): string =>
    `422 ${kind}.${GROUP} "${name}" is invalid: kind: Invalid value: "${kind}": must be Berth`;

  it.each([
    [`{"kind":"Berth","apiVersion":"${OWN}"}`, `Berth ${OWN}`],
    [`{"apiVersion":"${OWN}"}`, `${UNRECOGNIZED}Object 'Kind' is missing in '{"apiVersion":"${OWN}"}'`],
    ['{"kind":"","metadata":{}}', `${UNRECOGNIZED}Object 'Kind' is missing in`],
    ['{"kind":"Berth"}', `400 ${other('')}`],
    ['{"kind":"Berth","apiVersion":"apps/v1"}', `400 ${other('apps/v1')}`],
    [`{"kind":"Berth","apiVersion":"${GROUP}/v2"}`, `400 ${other(`${GROUP}/v2`)}`],
    [`{"kind":"Berth","apiVersion":"${GROUP}/v9"}`, `400 ${other(`${GROUP}/v9`)}`],
    [`{"kind":"Pier","apiVersion":"${OWN}"}`, mustBe('Pier')],
    [`{"kind":"Pier","apiVersion":"${OWN}","metadata":{"name":"north"}}`, mustBe('Pier', 'north')],
    [`{"kind":"Pier","apiVersion":"${OWN}","metadata":{"name":7}}`, 'Invalid value: "Pier"'],
    [`{"kind":"Pier","apiVersion":"${OWN}","metadata":null}`, mustBe('Pier')],
    ['{"kind":"Berth","apiVersion":"a/b/c"}', `${UNRECOGNIZED}unexpected GroupVersion string: a/b/c`],
    ['[]', `${UNRECOGNIZED}couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value`],
  ])('reads %s: %s', async (body, outcome) => {
    expect(await read(body)).toContain(outcome);
  });

  it('validates a version of its group that there is not, whose members are all unknown, before it is refused', async () => {
    await read(`{"kind":"Berth","apiVersion":"${GROUP}/v9","odd":1}`);
    expect(warnings).toEqual(['unknown field "odd"']);
    await read('{"kind":"Berth","apiVersion":"apps/v9","odd":1}');
    expect(warnings).toEqual([]);
    await read(`{"kind":"Pier","apiVersion":"${GROUP}/v9","odd":1}`);
    expect(warnings).toEqual([]);
    const strict = decodeBody(
      contextOf(`{"kind":"Berth","apiVersion":"${GROUP}/v9","odd":1}`, 'application/json'),
      BERTH,
      {
        fieldValidation: 'Strict',
      },
    );
    expect(await outcomeOf(strict)).toBe(
      '400 Berth in version "v9" cannot be handled as a Berth: strict decoding error: unknown field "odd"',
    );
  });

  it.each(['', '"kind":"",', '"kind":null,'])('validates such a version also with %j as its kind', async (kind) => {
    const outcome = await read(`{${kind}"apiVersion":"${GROUP}/v9","odd":1}`);
    expect([outcome, warnings]).toEqual([expect.stringContaining("Object 'Kind' is missing"), ['unknown field "odd"']]);
  });

  it('reports all duplicates before what is unknown', async () => {
    await read(`{"odd":1,"kind":"Berth","apiVersion":"${OWN}","spec":{"a":"1","a":"2"}}`);
    expect(warnings).toEqual(['duplicate field "spec.a"', 'unknown field "odd"']);
  });

  it('gives the findings about YAML one by one', async () => {
    await read(`kind: Berth\napiVersion: ${OWN}\nspec: {a: x, a: y}\n`, BERTH, 'application/yaml');
    expect(warnings).toEqual(['line 3: key "a" already set in map']);
  });
});

describe('decodeBody(), of kinds of the core group', () => {
  const AS = (kind: string, version: string): string =>
    `400 ${kind} in version "${version}" cannot be handled as a Pod: `;

  it.each([
    ['{"kind":"Pod"}', 'Pod v1'],
    ['null', 'Pod v1'],
    ['{"apiVersion":"v1beta1"}', 'Pod v1'],
    [
      '{"kind":"Pod","apiVersion":"v2"}',
      '400 the API version in the data (v2) does not match the expected API version (v1)',
    ],
    ['{"kind":"Node"}', `${AS('Node', 'v1')}converting (v1.Node) to (core.Pod): unknown conversion`],
    ['{"kind":"Node","apiVersion":"v1beta1"}', `${AS('Node', 'v1beta1')}converting (v1beta1.Node) to (core.Pod)`],
    [
      '{"kind":"Other","apiVersion":"apps/v1beta1"}',
      `${AS('Other', 'v1beta1')}no kind "Other" is registered for version`,
    ],
  ])('reads %s: %s', async (body, outcome) => {
    expect(await read(body, POD)).toContain(outcome);
  });

  it('knows no kind where it does not know which there are', async () => {
    const message = await read('{"kind":"Node"}', { ...POD, kinds: undefined });
    expect(message).toContain('no kind "Node" is registered');
    const version = await read('{"kind":"Pod","apiVersion":"v2"}', { ...POD, kinds: undefined });
    expect(version).toContain('no kind "Pod" is registered for version "v2"');
  });

  it('quotes the beginning of what it cannot read', async () => {
    const quoted = async (body: string): Promise<string> => (await read(body, POD)).replace(/^.* \(/s, '(');
    expect(await quoted(`{"kind":1,"a":"${'x'.repeat(15)}"}`.slice(0, 30))).toMatch(/^\(\{"kind":1,"a":"x+\)$/);
    expect(await quoted(`{"kind":1,"a":"${'x'.repeat(30)}"}`)).toBe(`({"kind":1,"a":"${'x'.repeat(15)} ...)`);
    expect(await quoted('[1]')).toBe('(5b315d)');
  });
});

describe('decodePatched(), of custom resources', () => {
  const document = { kind: 'Berth', apiVersion: OWN, metadata: { name: 'north' }, spec: { a: 'x' } };

  async function patch(body: object, expected = BERTH): Promise<string> {
    warnings = [];
    const patched = applyPatch({ mediaType: MERGE_PATCH, type: expected.type, document, patch: JSON.stringify(body) });
    const reading = { validation: 'Warn', warn: (text: string) => warnings.push(text), isTyped: false } as const;
    const decode = async (): Promise<ApiObject> => decodePatched(patched, expected, reading);
    return outcomeOf(decode());
  }

  it.each([
    [{ spec: { a: 'y' } }, `Berth ${OWN}`],
    [{ kind: null }, "Object 'Kind' is missing in '"],
    [{ kind: '' }, "Object 'Kind' is missing in '"],
    [{ kind: 'Pier' }, `422 Pier.${GROUP} "north" is invalid: kind: Invalid value: "Pier": must be Berth`],
    [{ kind: 7 }, 'cannot unmarshal number into Go struct field .kind of type string'],
    [{ kind: { toString: 7 } }, 'cannot unmarshal object into Go struct field .kind of type string'],
    [{ kind: null, apiVersion: 7 }, 'cannot unmarshal number into Go struct field .apiVersion of type string'],
    [
      { apiVersion: 'apps/v1' },
      `422 Berth.${GROUP} "north" is invalid: apiVersion: Invalid value: "apps/v1": must be ${OWN}`,
    ],
    [{ apiVersion: 'a/b/c' }, `apiVersion: Invalid value: "a/b/c": must be ${OWN}`],
    [{ apiVersion: 7 }, 'cannot unmarshal number into Go struct field .apiVersion of type string'],
    [{ apiVersion: null }, `Berth ${OWN}`],
  ])('after %j: %s', async (body, outcome) => {
    expect(await patch(body)).toContain(outcome);
  });
});

describe('decodePatched(), of typed kinds', () => {
  const document = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, node: 'x' };

  async function patch(body: object, more: Partial<BodyExpectation> = {}): Promise<[string, string[]]> {
    warnings = [];
    const expected = { ...POD, ...more };
    const patched = applyPatch({ mediaType: MERGE_PATCH, type: expected.type, document, patch: JSON.stringify(body) });
    const reading = { validation: 'Warn', warn: (text: string) => warnings.push(text), isTyped: false } as const;
    const decode = async (): Promise<ApiObject> => decodePatched(patched, expected, reading);
    return [await outcomeOf(decode()), warnings];
  }

  it.each([
    [{ node: 'y' }, 'Pod v1', []],
    [{ kind: null }, 'Pod v1', []],
    [{ kind: '' }, 'Pod v1', []],
    // Without a version all members are unknown to the internal one.
    [{ apiVersion: null }, 'Pod v1', ['unknown field "metadata"', 'unknown field "node"']],
    [{ apiVersion: '' }, 'Pod v1', ['unknown field "metadata"', 'unknown field "node"']],
    [{ apiVersion: '/' }, 'Pod v1', ['unknown field "metadata"', 'unknown field "node"']],
  ])('after %j: %s, %j', async (body, outcome, found) => {
    expect(await patch(body)).toEqual([outcome, found]);
  });

  it.each([
    [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
    [{ kind: 'Node' }, 'converting (v1.Node) to (core.Pod): unknown conversion'],
    [{ kind: 'Node', apiVersion: null }, 'no kind "Node" is registered for the internal version of group ""'],
    [{ apiVersion: 'v2' }, 'no kind "Pod" is registered for version "v2"'],
  ])('after %j refuses: %s', async (body, message) => {
    const knowsKind = (apiVersion: string, kind: string): boolean => apiVersion === 'v1' && kind === 'Node';
    const [outcome] = await patch(body, { kinds: { knowsKind, typeOf: () => undefined } });
    expect(outcome).toContain(message);
  });

  it('reads another version by its own type, and converts it', async () => {
    const convert = (object: ApiObject): ApiObject => ({ ...object, kind: 'Pod', apiVersion: 'v1 by conversion' });
    const otherVersion = (apiVersion: string) => (apiVersion === 'v2' ? { type: shapeOf(Pod), convert } : undefined);
    expect(await patch({ apiVersion: 'v2' }, { otherVersion })).toEqual(['Pod v1 by conversion', []]);
    expect((await patch({ apiVersion: 'v2', kind: 'Node' }, { otherVersion }))[0]).not.toContain('conversion)');
  });
});

describe('patchDocument()', () => {
  const OFFERED = ['application/json-patch+json', 'application/merge-patch+json'];
  const STRATEGIC = 'application/strategic-merge-patch+json';

  async function refusal(expected: BodyExpectation, contentType = 'text/plain'): Promise<string> {
    return patchDocument(contextOf('{}', contentType), expected).then(
      () => 'read',
      ({ code, message }: StatusError) => `${code} ${message}`,
    );
  }

  it('offers strategic merges for types that declare how their fields merge', async () => {
    for (const each of [BERTH, POD, { ...POD, hasNoStrategicMerge: true }]) {
      const message = await refusal(each);
      expect(OFFERED.every((offered) => message.includes(offered))).toBe(true);
      expect(message.includes(STRATEGIC)).toBe(each === POD);
      expect((await refusal(each, STRATEGIC)) === 'read').toBe(each === POD);
      expect(await refusal(each, `${OFFERED[0]};charset=utf-8`)).toBe('read');
    }
  });

  it('keeps the text, and applies it as often as it takes', async () => {
    const patch = await patchDocument(contextOf('{"node":"y","odd":1}', OFFERED[1]), POD);
    expect(patch.text).toBe('{"node":"y","odd":1}');
    const current = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } };
    for (let i = 0; i < 2; i++) expect(await patch.apply(current, {})).toMatchObject({ node: 'y' });
    expect(warnings).toEqual(['unknown field "odd"', 'unknown field "odd"']);
    const strict = async (): Promise<ApiObject> => patch.apply(current, { fieldValidation: 'Strict' });
    await expect(strict()).rejects.toThrow('unknown field "odd"');
  });
});
