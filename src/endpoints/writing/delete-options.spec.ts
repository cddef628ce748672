import { Readable } from 'node:stream';
import type { StatusError } from '../../apimachinery/index.js';
import { Serializers, builtInSerializers } from '../../codecs/index.js';
import type { RequestContext } from '../request-context.js';
import { readDeleteOptions } from './delete-options.js';
import { UNLIMITED } from '../request-seat.js';

const serializers = new Serializers(builtInSerializers());

interface Sent {
  readonly query?: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly trail?: { sawRequest: (object: unknown, encode: () => string) => void };
}

function read({ query = '', body = '', contentType = 'application/json', trail }: Sent): Promise<object> {
  const headers = { 'content-type': contentType };
  const request = Object.assign(Readable.from([Buffer.from(body)]), { headers });
  const context = { serializers, headers, request, query: new URLSearchParams(query), trail, seat: UNLIMITED };
  return readDeleteOptions(context as unknown as RequestContext, '1.32');
}

const faultOf = (sent: Sent): Promise<[number, string]> =>
  read(sent).then(
    (options) => [200, JSON.stringify(options)],
    ({ code, message }: StatusError) => [code, message],
  );

describe('readDeleteOptions(), from the query', () => {
  it.each<[string, object]>([
    ['', {}],
    ['gracePeriodSeconds=0', { gracePeriodSeconds: 0 }],
    ['gracePeriodSeconds=-1', { gracePeriodSeconds: -1 }],
    ['gracePeriodSeconds=30', { gracePeriodSeconds: 30 }],
    ['propagationPolicy=Orphan', { propagationPolicy: 'Orphan' }],
    ['propagationPolicy=', { propagationPolicy: '' }],
    ['orphanDependents=true', { orphanDependents: true }],
    ['orphanDependents=false', { orphanDependents: false }],
    ['orphanDependents=', { orphanDependents: true }],
    [
      'ignoreStoreReadErrorWithClusterBreakingPotential=true',
      { ignoreStoreReadErrorWithClusterBreakingPotential: true },
    ],
    ['ignoreStoreReadErrorWithClusterBreakingPotential=0', { ignoreStoreReadErrorWithClusterBreakingPotential: false }],
    ['dryRun=All', { dryRun: ['All'] }],
    ['dryRun=&dryRun=All&dryRun=Some', { dryRun: ['All', 'Some'] }],
    ['dryRun=', {}],
    ['uid=u', { preconditions: { uid: 'u' } }],
    ['resourceVersion=7', { preconditions: { resourceVersion: '7' } }],
    ['uid=u&resourceVersion=7', { preconditions: { uid: 'u', resourceVersion: '7' } }],
    ['uid=&resourceVersion=', {}],
    ['other=1', {}],
  ])('reads %j', async (query, options) => {
    const read_ = await read({ query });
    expect(read_).toEqual(options);
    expect(Object.keys(read_)).toEqual(Object.keys(options));
  });

  it('refuses a grace period that is no number', async () => {
    const why = 'strconv.ParseInt: parsing "x": invalid syntax';
    expect(await faultOf({ query: 'gracePeriodSeconds=x' })).toEqual([400, why]);
  });
});

describe('readDeleteOptions(), from the body', () => {
  it('leaves out lists that are empty', async () => {
    expect(await read({ body: '{"dryRun":[],"gracePeriodSeconds":0}' })).toEqual({ gracePeriodSeconds: 0 });
  });

  it('prefers the body to the query', async () => {
    const options = await read({ body: '{"propagationPolicy":"Orphan"}', query: 'propagationPolicy=Foreground&uid=u' });
    expect(options).toMatchObject({ propagationPolicy: 'Orphan' });
    expect(options).not.toHaveProperty('preconditions');
  });

  it.each([
    '{}',
    '{"kind":"DeleteOptions","apiVersion":"v1"}',
    '{"kind":"DeleteOptions","apiVersion":"apps/v9"}',
    '{"kind":"","apiVersion":"v9"}',
    '{"kind":null,"apiVersion":null}',
    'null',
  ])('accepts %s', async (body) => expect((await faultOf({ body }))[0]).toBe(200));

  it('reads YAML', async () => {
    expect(await read({ body: 'gracePeriodSeconds: 5', contentType: 'application/yaml' })).toMatchObject({
      gracePeriodSeconds: 5,
    });
  });

  const SCHEME = '"k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27"';
  const NO_TYPE = "couldn't get version/kind; json parse error: ";
  it.each([
    ['{"kind":"Pod"}', `no kind "Pod" is registered for version "v1" in scheme ${SCHEME}`],
    ['{"kind":"Pod","apiVersion":"v9"}', `no kind "Pod" is registered for version "v9" in scheme ${SCHEME}`],
    ['{"kind":1}', `${NO_TYPE}json: cannot unmarshal number into Go struct field .kind of type string`],
    ['{"apiVersion":[]}', `${NO_TYPE}json: cannot unmarshal array into Go struct field .apiVersion of type string`],
    ['{"gracePeriodSeconds":"x"}', 'json: cannot unmarshal string into Go struct field'],
    ['[1]', `${NO_TYPE}json: cannot unmarshal array into Go value of type struct`],
    ['{', `${NO_TYPE}unexpected end of JSON input`],
  ])('refuses %s', async (body, message) => {
    const [code, text] = await faultOf({ body });
    expect([code, text.slice(0, message.length)]).toEqual([400, message]);
  });

  it('answers 415 for a format it does not read', async () => {
    expect((await faultOf({ body: 'x', contentType: 'text/plain' }))[0]).toBe(415);
  });

  it('records the options as the internal type', async () => {
    const seen: unknown[] = [];
    const trail = { sawRequest: (object: unknown, encode: () => string) => seen.push(object, JSON.parse(encode())) };
    await read({ body: '{"gracePeriodSeconds":5,"kind":"DeleteOptions","apiVersion":"v1"}', trail });
    expect(seen).toEqual([
      undefined,
      { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/__internal', gracePeriodSeconds: 5 },
    ]);
  });
});
