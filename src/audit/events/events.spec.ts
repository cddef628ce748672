import { AuditEvent, type StageFacts } from './audit-event.js';
import { compactJson, oneLine } from './compact-json.js';
import { legacyLine } from './legacy-line.js';
import { withoutManagedFields } from './managed-fields.js';
import { ObjectReference } from './object-reference.js';
import { patchJson } from './patch-json.js';
import { RequestFacts, type RequestSource } from './request-facts.js';
import { sourceIps } from './source-ips.js';

const SOURCE: RequestSource = {
  id: 'id-1',
  level: 'RequestResponse',
  uri: '/api/v1/namespaces/team/pods/p?pretty=<1>',
  verb: 'get',
  user: { name: 'alice', uid: '7', groups: ['devs', 'ops'], extra: { b: ['2'], a: ['1'] } },
  sourceIps: ['10.1.1.1', '127.0.0.1'],
  userAgent: 'kubectl/v1',
  receivedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6) + 0.5,
};
const STAGE: StageFacts = { stage: 'RequestReceived', at: SOURCE.receivedAt, annotations: new Map() };

const eventOf = (source: Partial<RequestSource> = {}, stage: Partial<StageFacts> = {}): AuditEvent =>
  new AuditEvent(new RequestFacts({ ...SOURCE, ...source }), { ...STAGE, ...stage });

describe('AuditEvent', () => {
  it('is written on one line, in the order of the reference, with its escapes', () => {
    expect(eventOf().json).toBe(
      '{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"RequestResponse","auditID":"id-1","stage":"RequestReceived",' +
        '"requestURI":"/api/v1/namespaces/team/pods/p?pretty=\\u003c1\\u003e","verb":"get",' +
        '"user":{"username":"alice","uid":"7","groups":["devs","ops"],"extra":{"a":["1"],"b":["2"]}},' +
        '"sourceIPs":["10.1.1.1","127.0.0.1"],"userAgent":"kubectl/v1",' +
        '"requestReceivedTimestamp":"2026-01-02T03:04:05.006500Z","stageTimestamp":"2026-01-02T03:04:05.006500Z"}',
    );
  });

  it('has the objects, the status and the annotations of its stage', () => {
    const event = eventOf(
      { user: undefined, sourceIps: [], userAgent: '' },
      {
        stage: 'ResponseComplete',
        at: SOURCE.receivedAt + 1000.25,
        impersonated: { name: 'carol', groups: [] },
        objectRef: new ObjectReference({ resource: 'pods', namespace: 'team', name: undefined, apiVersion: 'v1' }),
        responseStatus: { status: 'Failure', message: 'no', reason: 'NotFound', code: 404 },
        requestObject: '{"a":1}',
        responseObject: '[2]',
        annotations: new Map([
          ['b/x', '"2"'],
          ['a/x', '1'],
        ]),
      },
    );
    expect(event.json).toContain(
      '"user":{},"impersonatedUser":{"username":"carol"},"objectRef":{"resource":"pods","namespace":"team","apiVersion":"v1"},' +
        '"responseStatus":{"metadata":{},"status":"Failure","message":"no","reason":"NotFound","code":404},' +
        '"requestObject":{"a":1},"responseObject":[2],"requestReceivedTimestamp":"2026-01-02T03:04:05.006500Z",' +
        '"stageTimestamp":"2026-01-02T03:04:06.006750Z","annotations":{"a/x":"1","b/x":"\\"2\\""}}',
    );
  });

  it('names no type as an item of a list', () => {
    expect(eventOf().itemJson).toMatch(/^\{"level":/);
  });

  it('loses its objects when it is truncated, and says so', () => {
    const truncated = eventOf({}, { requestObject: '{}', responseObject: '{}' }).truncated();
    expect(JSON.parse(truncated.json)).toMatchObject({ annotations: { 'audit.k8s.io/truncated': 'true' } });
    expect(truncated.json).not.toContain('Object');
  });
});

describe('legacyLine()', () => {
  it('is the line of the reference', () => {
    expect(legacyLine(eventOf())).toBe(
      '2026-01-02T03:04:05.0065Z AUDIT: id="id-1" stage="RequestReceived" ip="10.1.1.1" method="get" user="alice" ' +
        'groups="\\"devs\\",\\"ops\\"" as="<self>" asgroups="<lookup>" user-agent="kubectl/v1" namespace="<none>" ' +
        'uri="/api/v1/namespaces/team/pods/p?pretty=<1>" response="<deferred>"',
    );
  });

  it('names what is known of a request', () => {
    const line = legacyLine(
      eventOf(
        { user: undefined, sourceIps: [] },
        {
          impersonated: { name: 'carol', groups: ['ops'] },
          objectRef: new ObjectReference({ namespace: 'team' }),
          responseStatus: { code: 200 },
        },
      ),
    );
    expect(line).toContain('ip="<unknown>" method="get" user="<none>" groups="<none>" as="carol" asgroups="\\"ops\\""');
    expect(line).toContain('namespace="team"');
    expect(line).toContain('response="200"');
  });
});

describe('the JSON of objects', () => {
  it('is put on one line, whatever its strings hold', () => {
    expect(compactJson('{\n "a b" : "c \\" d\n<&>",\r\n\t"n": [1.0, 2e3 ]}')).toBe(
      '{"a b":"c \\" d\n\\u003c\\u0026\\u003e","n":[1.0,2e3]}',
    );
    expect(oneLine('{"a": 1}\n')).toBe('{"a": 1}');
    expect(oneLine('{\n  "a": 1\n}\n')).toBe('{"a":1}');
  });

  it('keeps no managed fields of objects, lists and tables, and all else as it was', () => {
    const managed = '"managedFields":[{"manager":"m"}]';
    const long = '"n":12345678901234567890.10';
    expect(withoutManagedFields(`{"metadata":{"name":"a",${managed}},${long}}`)).toBe(
      `{"metadata":{"name":"a"},${long}}`,
    );
    expect(withoutManagedFields(`{"metadata":{},"items":[{"metadata":{${managed}}},null]}`)).toBe(
      '{"metadata":{},"items":[{"metadata":{}},null]}',
    );
    expect(withoutManagedFields(`{"rows":[{"cells":[1],"object":{"metadata":{${managed}}}}]}`)).toBe(
      '{"rows":[{"cells":[1],"object":{"metadata":{}}}]}',
    );
    expect(withoutManagedFields(`{"data":{${managed}}}`)).toBe(`{"data":{${managed}}}`);
  });

  it('is made of patches in YAML, and left out where a patch cannot be read', async () => {
    expect(await patchJson('{ "b": 1,\n "a": 2 }')).toBe('{"b":1,"a":2}');
    expect(await patchJson('kind: ConfigMap\ndata: {a: "1"}\n')).toBe('{"data":{"a":"1"},"kind":"ConfigMap"}');
    expect(await patchJson('{"a":')).toBeUndefined();
  });
});

describe('sourceIps()', () => {
  const ipsOf = (headers: Record<string, string>, remoteAddress = '127.0.0.1'): string[] =>
    sourceIps({ headers, socket: { remoteAddress } } as never);

  it.each<[Record<string, string>, string, string[]]>([
    [{}, '::ffff:10.0.0.9', ['10.0.0.9']],
    [{}, '', []],
    [{ 'x-forwarded-for': '1.1.1.1, nonsense ,2001:DB8::0:1' }, '127.0.0.1', ['1.1.1.1', '2001:db8::1', '127.0.0.1']],
    [{ 'x-real-ip': '3.3.3.3' }, '127.0.0.1', ['3.3.3.3', '127.0.0.1']],
    [{ 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '1.1.1.1' }, '127.0.0.1', ['1.1.1.1', '127.0.0.1']],
    [{ 'x-forwarded-for': '1.1.1.1' }, '1.1.1.1', ['1.1.1.1']],
  ])('reads %j of %s', (headers, peer, expected) => {
    expect(ipsOf(headers, peer)).toEqual(expected);
  });
});
