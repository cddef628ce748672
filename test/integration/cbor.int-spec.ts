import { parseCbor } from '../../src/codecs/cbor/cbor-reader.js';
import { encodeCbor } from '../../src/codecs/cbor/encode-cbor.js';
import { type Json } from '../support/test-client.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const CBOR = 'application/cbor';
let server: TestServer;

interface CborAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly bytes: Buffer;
  readonly body: Json;
}

interface Sent {
  readonly body?: Buffer;
  readonly accept?: string;
  readonly type?: string;
}

beforeAll(async () => {
  server = await startTestServer({ api: { featureGates: { CBORServingAndStorage: true } } });
});

afterAll(() => server.close());

const decoded = (bytes: Buffer): Json => parseCbor(bytes, { maxValues: 100_000 }) as unknown as Json;

async function ask(method: string, path: string, { body, accept = CBOR, type = CBOR }: Sent = {}): Promise<CborAnswer> {
  const headers = { accept, ...(body && { 'content-type': type }) };
  const answer = await server.client.open(method, path, { body, headers });
  const bytes = Buffer.concat((await answer.toArray()) as Buffer[]);
  const isCbor = answer.headers['content-type']?.startsWith(CBOR) ?? false;
  return {
    status: answer.statusCode!,
    type: answer.headers['content-type'],
    bytes,
    body: isCbor ? decoded(bytes) : (JSON.parse(bytes.toString()) as Json),
  };
}

const mapOf = (name: string, more: object = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
});
const inCbor = (object: object): Buffer => encodeCbor(object, undefined);

describe('CBOR', () => {
  it('is taken as a body and given as an answer, one item each behind its tag [MEDIA-07, MEDIA-08]', async () => {
    const body = inCbor(mapOf('a', { data: { k: 'v' }, binaryData: { b: 'AQID' } }));
    const created = await ask('POST', MAPS, { body });
    expect([created.status, created.type]).toEqual([201, CBOR]);
    expect(created.bytes.subarray(0, 3).toString('hex')).toBe('d9d9f7');
    expect(created.body).toMatchObject({ kind: 'ConfigMap', data: { k: 'v' }, binaryData: { b: 'AQID' } });
    expect((await server.client.get(`${MAPS}/a`)).body).toEqual(created.body);
    const read = await ask('GET', `${MAPS}/a`);
    expect(read.body).toEqual(created.body);
    expect(read.bytes.includes(Buffer.from('d643010203', 'hex'))).toBe(true);
  });

  it('takes texts of either kind, and a body without the tag [MEDIA-08]', async () => {
    const hex = 'a26a61706956657273696f6e627631686d65746164617461a1646e616d656474657874';
    expect((await ask('POST', MAPS, { body: Buffer.from(hex, 'hex') })).body.metadata.name).toBe('text');
  });

  it('is the form of lists, updates, deletions and failures [MEDIA-08, NEG-04]', async () => {
    await ask('POST', MAPS, { body: inCbor(mapOf('listed')) });
    const list = await ask('GET', `${MAPS}?fieldSelector=metadata.name=listed`);
    expect(list.body).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' });
    const [item] = list.body.items as Json[];
    expect([item.kind, item.metadata.name]).toEqual([undefined, 'listed']);
    const path = `${MAPS}/listed`;
    const current = (await ask('GET', path)).body;
    const updated = await ask('PUT', path, { body: inCbor({ ...current, data: { x: 'y' } }) });
    expect(updated.body.data).toEqual({ x: 'y' });
    expect((await ask('PUT', path, { body: inCbor(current) })).body).toMatchObject({ kind: 'Status', code: 409 });
    const options = inCbor({ kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'other' } });
    expect((await ask('DELETE', path, { body: options })).body.code).toBe(409);
    expect((await ask('DELETE', path)).body).toMatchObject({ status: 'Success' });
    expect((await ask('GET', path)).body).toMatchObject({ reason: 'NotFound' });
  });

  it.each([
    ['a2414101414102', 'found duplicate map key "A" at map element index 1 (a2414101414102)'],
    ['a1416161ff', 'cbor: invalid UTF-8 string (a1416161ff)'],
    [`${'81'.repeat(65)}00`, 'cbor: exceeded max nested level 64'],
    ['', 'EOF (<empty>)'],
  ])('is refused where it is malformed: %s', async (hex, message) => {
    const { status, body } = await ask('POST', MAPS, { body: Buffer.from(hex, 'hex'), accept: 'application/json' });
    expect([status, body.reason]).toEqual([400, 'BadRequest']);
    expect(body.message).toContain('the object provided is unrecognized (must be of type ConfigMap)');
    expect(body.message).toContain(message);
  });

  it('is refused where it holds more values than are read', async () => {
    const body = Buffer.concat([Buffer.of(0x9a, 0, 3, 0x0d, 0x40), Buffer.alloc(200_000, 0xf6)]);
    expect((await ask('POST', MAPS, { body })).status).toBe(413);
  });

  it('does not accept a float as an integer, and reports unknown members', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const spec = { terminationGracePeriodSeconds: 'MARK', containers: [{ name: 'a', image: 'a' }] };
    const pod = inCbor({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });
    const at = pod.indexOf('DMARK');
    const body = Buffer.concat([pod.subarray(0, at), Buffer.from('f93c00', 'hex'), pod.subarray(at + 5)]);
    expect((await ask('POST', pods, { body })).body).toMatchObject({ code: 400 });
    const unknown = inCbor(mapOf('unknown', { dta: {} }));
    const strict = await ask('POST', `${MAPS}?fieldValidation=Strict`, { body: unknown });
    expect(strict.body.message).toContain('strict decoding error: unknown field "dta"');
  });

  it('is applied as a configuration, and makes or changes the object [MEDIA-12]', async () => {
    const path = `${MAPS}/applied?fieldManager=m`;
    const type = 'application/apply-patch+cbor';
    const made = await ask('PATCH', path, { body: inCbor(mapOf('applied', { data: { k: 'v' } })), type });
    expect([made.status, made.body.metadata.managedFields[0].operation]).toEqual([201, 'Apply']);
    const changed = await ask('PATCH', path, { body: inCbor(mapOf('applied', { data: { l: 'w' } })), type });
    expect([changed.status, changed.body.data]).toEqual([200, { l: 'w' }]);
    const list = await ask('PATCH', path, { body: Buffer.of(0x80), type });
    expect([list.status, list.body.message]).toEqual([
      400,
      'error decoding CBOR: cbor: cannot unmarshal array into Go value of type map[string]interface {}',
    ]);
    const broken = await ask('PATCH', path, { body: Buffer.of(0x18), type });
    expect(broken.body.message).toBe('error decoding CBOR: unexpected EOF');
  });

  it.each(['merge-patch', 'json-patch', 'strategic-merge-patch'])('has no %s [MEDIA-17]', async (patch) => {
    const answer = await ask('PATCH', `${MAPS}/a`, { body: inCbor({}), type: `application/${patch}+cbor` });
    expect(answer.status).toBe(415);
  });

  it('is named among the forms of configurations that are taken', async () => {
    const answer = await ask('PATCH', `${MAPS}/a`, { body: inCbor({}), type: 'application/merge-patch+json, x/y' });
    expect(answer.body.message).toContain('application/apply-patch+yaml, application/apply-patch+cbor');
  });

  it('is watched as a sequence of items [MEDIA-09, WATCH-08]', async () => {
    await ask('POST', MAPS, { body: inCbor(mapOf('watched')) });
    const path = `${MAPS}?watch=1&fieldSelector=metadata.name=watched&timeoutSeconds=1`;
    const answer = await server.client.open('GET', path, { headers: { accept: CBOR } });
    expect(answer.headers['content-type']).toBe('application/cbor-seq');
    const bytes = Buffer.concat((await answer.toArray()) as Buffer[]);
    expect(bytes.subarray(0, 3).toString('hex')).toBe('d9d9f7');
    const [event] = decoded(Buffer.concat([Buffer.of(0x9f), bytes, Buffer.of(0xff)])) as Json[];
    expect(event).toMatchObject({ type: 'ADDED', object: { kind: 'ConfigMap', metadata: { name: 'watched' } } });
  });

  it.each([
    ['application/cbor-seq', 406],
    ['application/cbor;as=Table;g=meta.k8s.io;v=v1', 406],
    ['application/cbor;as=Table;g=meta.k8s.io;v=v1,application/json', 200],
    ['application/json;q=0.1,application/cbor', 200],
  ])('is negotiated as other forms are: %s is %d [MEDIA-09, NEG-01]', async (accept, status) => {
    expect((await ask('GET', MAPS, { accept })).status).toBe(status);
  });

  it('shows metadata alone, also of lists', async () => {
    await ask('POST', MAPS, { body: inCbor(mapOf('partial', { data: { k: 'v' } })) });
    const accept = `${CBOR};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`;
    const { type, body } = await ask('GET', `${MAPS}?fieldSelector=metadata.name=partial`, { accept });
    expect([type, body.kind]).toEqual([CBOR, 'PartialObjectMetadataList']);
    const [item] = body.items as Json[];
    expect([item.kind, item.metadata.name, item.data]).toEqual(['PartialObjectMetadata', 'partial', undefined]);
  });

  it('is the form of discovery and of computed answers too', async () => {
    expect((await ask('GET', '/api/v1')).body.kind).toBe('APIResourceList');
    const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    expect((await ask('POST', path, { body: inCbor(review) })).body.status.userInfo.username).toBe('admin');
  });
});
