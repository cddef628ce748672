import { Thing } from '../../../test/support/registry-store.js';
import { type ApiObject, type StatusError, failure } from '../../apimachinery/index.js';
import type { AuditTrail } from '../../audit/index.js';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import { DEFAULT_COLUMNS } from '../../registry/index.js';
import { StructuralShape, shapeOf } from '../../schema/index.js';
import type { RequestContext } from '../request-context.js';
import { negotiatePlain, negotiateViews, sendError, sendObject, sendViewed } from './respond.js';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';
const TYPED = shapeOf(Thing);
const UNSTRUCTURED = new StructuralShape('com.example.v1.Berth', { type: 'object' });
const THING: ApiObject = { kind: 'Thing', apiVersion: 'test.example.com/v1', metadata: { name: 'a' } };

const serializers = new Serializers(builtInSerializers());

/** A request with this Accept header, and what is sent and recorded for it. */
class Request {
  readonly sent: [number, string, string][] = [];
  readonly recorded: string[] = [];
  destroyed = 0;

  constructor(
    private readonly accept: string,
    private readonly has: { wantsResponse?: boolean; headersSent?: boolean } = {},
  ) {}

  get context(): RequestContext {
    const { wantsResponse, headersSent = false } = this.has;
    const trail = wantsResponse !== undefined && {
      wantsResponse,
      sawStatus: ({ status }: { status: string }) => this.recorded.push(status),
      sawResponse: (encode: () => string) => this.recorded.push(encode().trim()),
    };
    return {
      headers: { accept: this.accept },
      query: new URLSearchParams(),
      serializers,
      trail: (trail || undefined) as AuditTrail | undefined,
      indents: () => false,
      response: { headersSent, destroy: () => (this.destroyed += 1) },
      send: (status: number, { contentType, body }: { contentType: string; body: Buffer }) =>
        this.sent.push([status, contentType, body.toString()]),
    } as unknown as RequestContext;
  }
}

describe('negotiatePlain()', () => {
  it('offers formats that write by type only for types that have a layout', () => {
    const { context } = new Request(PROTOBUF);
    for (const type of [undefined, TYPED]) expect(negotiatePlain(context, type).serializer.mediaType).toBe(PROTOBUF);
    expect(() => negotiatePlain(context, UNSTRUCTURED)).toThrow('only the following media types are accepted');
  });

  it('offers no views, which negotiateViews() does in every format', () => {
    const { context } = new Request(TABLE);
    expect(() => negotiatePlain(context, TYPED)).toThrow('only the following media types are accepted');
    expect(negotiateViews(context).presentation).toBe('Table');
    expect(negotiateViews(new Request(PROTOBUF).context).serializer.mediaType).toBe(PROTOBUF);
  });
});

describe('sendObject()', () => {
  const JSON_TEXT = '{"kind":"Thing","apiVersion":"test.example.com/v1","metadata":{"name":"a"}}';

  it.each<[boolean | undefined, object, string[]]>([
    [undefined, THING, []],
    [false, THING, []],
    [true, THING, [JSON_TEXT]],
    [true, { kind: 'Status', status: 'Success' }, ['Success']],
    [false, { kind: 'Status', status: 'Success' }, ['Success']],
  ])('records the answer in JSON if the trail wants it (%s): %j', async (wantsResponse, object, recorded) => {
    const request = new Request('application/yaml', { wantsResponse });
    await sendObject(request.context, negotiatePlain(request.context), { status: 201, object });
    expect(request.recorded).toEqual(recorded);
    expect(request.sent.map(([status, type]) => [status, type])).toEqual([[201, 'application/yaml']]);
  });
});

describe('sendViewed()', () => {
  const view = { object: THING, type: TYPED, columns: DEFAULT_COLUMNS };

  it.each([
    ['application/json', 'Thing'],
    [TABLE, 'Table'],
    [TABLE.replace('Table', 'PartialObjectMetadata'), 'PartialObjectMetadata'],
  ])('answers 200 with what was negotiated: %s', async (accept, kind) => {
    const request = new Request(accept);
    await sendViewed(request.context, negotiateViews(request.context), view);
    expect(request.sent.map(([status, , text]) => [status, (JSON.parse(text) as ApiObject).kind])).toEqual([
      [200, kind],
    ]);
  });

  it('names the kind of an object that is asked for as a list', async () => {
    const { context } = new Request(TABLE.replace('Table', 'PartialObjectMetadataList'));
    const sending = sendViewed(context, negotiateViews(context), view);
    await expect(sending).rejects.toThrow('but the requested object is not a list (*test.Thing)');
  });
});

describe('sendError()', () => {
  const codeless = (): StatusError => {
    const error = failure(418, 'a teapot', { reason: 'Teapot' as never });
    delete (error.status as { code?: number }).code;
    return error;
  };

  it('answers 500 for a Status without a code', async () => {
    const request = new Request('application/json');
    await sendError(request.context, codeless());
    expect(request.sent.map(([status]) => status)).toEqual([500]);
  });

  it('answers in formats that write by type', async () => {
    const request = new Request(PROTOBUF);
    await sendError(request.context, failure(404, 'no', { reason: 'NotFound' }));
    expect(request.sent.map(([status, type]) => [status, type])).toEqual([[404, PROTOBUF]]);
  });

  it('breaks off an answer that has begun', async () => {
    const request = new Request('application/json', { headersSent: true, wantsResponse: true });
    await sendError(request.context, new Error('x'));
    expect([request.destroyed, request.sent, request.recorded]).toEqual([1, [], []]);
  });
});
