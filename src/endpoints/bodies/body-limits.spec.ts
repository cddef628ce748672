import { Readable } from 'node:stream';
import { MAX_STRUCTS, MAX_VALUES, type StatusError } from '../../apimachinery/index.js';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import { ApiType, Field, type ObjectShape, ObjectMeta, StructuralShape, shapeOf } from '../../schema/index.js';
import type { RequestContext } from '../request-context.js';
import type { BodyExpectation } from './body-expectation.js';
import { decodeBody } from './decode-body.js';
import { UNLIMITED } from '../request-seat.js';

@ApiType({ name: 'k8s.io.api.test.v1.Vessel' })
class Vessel {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

@ApiType({ name: 'k8s.io.api.test.v1.Harbour' })
class Harbour {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

const FAULT = new TypeError('a fault of the type');

function failing(): never {
  throw FAULT;
}

/** The types of the other kinds of the group, one of which fails. */
const OTHERS: Readonly<Record<string, ObjectShape>> = {
  Harbour: shapeOf(Harbour),
  Faulty: Object.assign(Object.create(shapeOf(Harbour)) as ObjectShape, { decode: failing }),
};

const EXPECTED: BodyExpectation = {
  type: shapeOf(Vessel),
  group: 'test.example.com',
  version: 'v1',
  kind: 'Vessel',
  kinds: { knowsKind: () => true, typeOf: (_apiVersion, kind) => OTHERS[kind] },
};
const UNSTRUCTURED = { ...EXPECTED, type: new StructuralShape('com.example.test.v1.Vessel', { type: 'object' }) };

const serializers = new Serializers(builtInSerializers());

function read(body: string, expected = EXPECTED, contentType = 'application/json'): Promise<unknown> {
  const headers = { 'content-type': contentType };
  const request = Object.assign(Readable.from([Buffer.from(body)]), { headers });
  const context = {
    serializers,
    headers,
    request,
    warn: () => undefined,
    seat: UNLIMITED,
  } as unknown as RequestContext;
  return decodeBody(context, expected, { fieldValidation: 'Warn' }).catch((error: unknown) => {
    if (error === FAULT) return 'the fault';
    const { code, message } = error as StatusError;
    return `${code} ${message}`;
  });
}

describe('decodeBody(), of many values', () => {
  const STRUCTS = `413 Request entity too large: limit is ${MAX_STRUCTS} elements`;
  const bodyOf = (kind: string, entries: number): string =>
    `{"kind":"${kind}","metadata":{"managedFields":[${'{},'.repeat(entries - 1)}{}]}}`;

  it('rejects more values than a body may have', async () => {
    const message = await read(`[${'0,'.repeat(MAX_VALUES)}0]`);
    expect(message).toBe(`413 Request entity too large: limit is ${MAX_VALUES} values`);
  });

  it.each(['Vessel', 'Harbour'])('rejects more structs than an object may have, of the kind %s', async (kind) => {
    expect(await read(bodyOf(kind, MAX_STRUCTS))).toBe(STRUCTS);
    expect(await read(bodyOf(kind, 2))).not.toBe(STRUCTS);
  });

  it('passes on faults that are not those of the body', async () => {
    expect(await read('{"kind":"Faulty"}')).toBe('the fault');
    expect(await read('{}', { ...EXPECTED, type: OTHERS.Faulty })).toBe('the fault');
  });
});

describe('decodeBody(), of protobuf', () => {
  const PROTOBUF = 'application/vnd.kubernetes.protobuf';

  it('is offered for types with a layout', async () => {
    expect(await read('x', EXPECTED, PROTOBUF)).toMatch(/^400 /);
    expect(await read('x', UNSTRUCTURED, PROTOBUF)).toMatch(/^415 /);
  });
});
