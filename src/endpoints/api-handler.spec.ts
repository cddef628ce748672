import { Thing, thing } from '../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../test/support/thing-endpoint.js';
import type { TestAnswer } from '../../test/support/test-client.js';

const GROUP = '/apis/test.example.com/v1';
const OBJECT = `${THINGS}/a`;
const NO_PATH = 'the server could not find the requested resource';
const NO_METHOD = 'the server does not allow this method on the requested resource';
const NO_NAMESPACE = 'Namespace parameter required.';
const NO_BODY = 'unexpected end of JSON input';
const OLD = '299 - "old"';

const open: ThingEndpoint[] = [];

async function serve(...[options]: Parameters<typeof openThingEndpoint>): Promise<ThingEndpoint> {
  const things = await openThingEndpoint({ deprecation: 'old', ...options });
  open.push(things);
  return things;
}

/** Things whose version has these verbs only. */
const withVerbs = (...verbs: string[]): Promise<ThingEndpoint> =>
  serve({ definition: { versions: [{ name: 'v1', type: Thing, verbs }] } });

function messageOf(answer: TestAnswer): string {
  return answer.text === '' ? '' : (answer.body.message as string);
}

let things: ThingEndpoint;

beforeAll(async () => {
  things = await serve();
  await things.send('POST', THINGS, { body: thing('a') });
});

afterAll(() => Promise.all(open.map((each) => each.close())));

describe('ApiHandler', () => {
  it.each([
    ['GET', `${GROUP}/others`],
    ['GET', `${GROUP}/proxy/namespaces/n/things/a`],
    ['GET', `${GROUP}/things/a`],
    ['PUT', `${GROUP}/things/a`],
  ])('knows no path %s %s and does not warn', async (method, path) => {
    const answer = await things.send(method, path);
    expect([answer.status, messageOf(answer), answer.headers.warning]).toEqual([404, NO_PATH, undefined]);
  });

  it.each([
    ['POST', `${GROUP}/things`],
    ['DELETE', `${GROUP}/things`],
    ['PUT', THINGS],
    ['PATCH', THINGS],
    ['POST', OBJECT],
    ['HEAD', THINGS],
    ['HEAD', OBJECT],
    ['DELETE', `${GROUP}/watch/namespaces/n/things`],
  ])('allows no %s at %s and does not warn', async (method, path) => {
    const answer = await things.send(method, path);
    expect([answer.status, answer.headers.warning]).toEqual([405, undefined]);
    if (method !== 'HEAD') expect(messageOf(answer)).toBe(NO_METHOD);
  });

  it.each([
    ['GET', `${OBJECT}/status`, 200, undefined],
    ['POST', `${OBJECT}/status`, 405, NO_METHOD],
    ['DELETE', `${OBJECT}/status`, 405, NO_METHOD],
    ['HEAD', `${OBJECT}/status`, 405, ''],
    ['GET', `${OBJECT}/status/more`, 404, NO_PATH],
    ['GET', `${OBJECT}/other`, 404, NO_PATH],
    ['GET', `${GROUP}/watch/namespaces/n/things/a/status`, 404, NO_PATH],
    ['GET', `${THINGS}//status`, 400, 'name must be provided'],
    ['GET', `${GROUP}/namespaces//things/a/status`, 400, NO_NAMESPACE],
    ['PATCH', `${OBJECT}/status`, 415, '415: Unsupported Media Type'],
  ])('answers the subresource %s %s with %i and the warning of its version', async (method, path, status, message) => {
    const answer = await things.send(method, path);
    expect([answer.status, messageOf(answer), answer.headers.warning]).toEqual([status, message, OLD]);
  });

  it.each([
    ['GET', THINGS, 200, undefined],
    ['GET', `${GROUP}/things`, 200, undefined],
    ['GET', `${GROUP}/namespaces//things`, 200, undefined],
    ['GET', OBJECT, 200, undefined],
    ['GET', `${GROUP}/namespaces//things/a`, 400, NO_NAMESPACE],
    ['POST', `${GROUP}/namespaces//things`, 400, NO_BODY],
    ['POST', THINGS, 400, NO_BODY],
    ['PUT', OBJECT, 400, NO_BODY],
    ['GET', `${GROUP}/watch/namespaces/n/things?timeoutSeconds=-1&resourceVersion=1`, 200, undefined],
    ['DELETE', `${THINGS}/b`, 404, 'things.test.example.com "b" not found'],
    ['DELETE', `${THINGS}?labelSelector=b`, 200, undefined],
  ])('answers %s %s with %i and the warning of its version', async (method, path, status, message) => {
    const answer = await things.send(method, path);
    expect([answer.status, answer.headers.warning]).toEqual([status, OLD]);
    if (message !== undefined) expect(messageOf(answer)).toContain(message);
  });

  it('patches an object', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await things.send('PATCH', OBJECT, { body: '{"spec":{"color":"red"}}', headers });
    expect(answer.body).toMatchObject({ kind: 'Thing', spec: { color: 'red' } });
  });

  it('patches and replaces the status alone', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const path = `${OBJECT}/status`;
    const body = { spec: { color: 'green' }, status: { phase: 'New' } };
    const patched = await things.send('PATCH', path, { body: JSON.stringify(body), headers });
    expect(patched.body.status).toEqual({ phase: 'New' });
    expect(patched.body.spec.color).not.toBe('green');
    const put = await things.send('PUT', path, {
      body: { ...thing('a', { color: 'green' }), status: { phase: 'Old' } },
    });
    expect(put.body.status).toEqual({ phase: 'Old' });
    expect(put.body.spec.color).not.toBe('green');
  });

  it.each([
    ['GET', THINGS, { accept: 'application/json;stream=watch' }, 200],
    ['GET', THINGS, { accept: 'image/png' }, 406],
    ['GET', OBJECT, { accept: 'image/png' }, 406],
    ['GET', `${OBJECT}/status`, { accept: 'image/png' }, 406],
    ['PATCH', OBJECT, { 'content-type': 'application/json' }, 415],
    ['PATCH', OBJECT, { 'content-type': 'application/json', accept: 'image/png' }, 415],
  ])('rejects formats of %s %s before it warns: %j with %i', async (method, path, headers, status) => {
    const answer = await things.send(method, path, { headers });
    expect(answer.status).toBe(status);
    const isMain = !path.endsWith('status');
    expect(answer.headers.warning).toBe(status === 200 || !isMain ? OLD : undefined);
  });

  it('names the formats of streams for collections only', async () => {
    const headers = { accept: 'image/png' };
    const messages = await Promise.all(
      [THINGS, OBJECT, `${OBJECT}/status`].map(async (path) => (await things.send('GET', path, { headers })).text),
    );
    expect(messages.map((text) => text.includes('stream=watch'))).toEqual([true, false, false]);
    const posted = await things.send('POST', THINGS, { headers });
    expect(posted.text).not.toContain('stream=watch');
  });

  it('does not warn of a version that is not deprecated', async () => {
    const current = await serve({ deprecation: undefined });
    expect((await current.send('GET', THINGS)).headers.warning).toBeUndefined();
  });
});

describe('ApiHandler, for resources with some verbs only', () => {
  const NO_WATCH = 'watch is not supported on resources of kind "things.test.example.com"';

  it.each([
    [['list'], 'GET', `${THINGS}?watch=1`, 405, NO_WATCH],
    [['list'], 'GET', `${GROUP}/watch/namespaces/n/things`, 404, NO_PATH],
    [['list'], 'GET', `${GROUP}/watch/namespaces/n/things?watch=1`, 404, NO_PATH],
    [['list'], 'POST', THINGS, 405, NO_METHOD],
    [['list'], 'PUT', THINGS, 405, NO_METHOD],
    [['list'], 'PUT', OBJECT, 404, NO_PATH],
    [['list'], 'GET', OBJECT, 404, NO_PATH],
    [['list'], 'POST', `${GROUP}/things`, 405, NO_METHOD],
    [['get'], 'GET', `${THINGS}?watch=1`, 404, NO_PATH],
    [['get'], 'GET', THINGS, 404, NO_PATH],
    [['get'], 'PUT', OBJECT, 405, NO_METHOD],
    [['get'], 'POST', THINGS, 404, NO_PATH],
    [['create'], 'GET', `${THINGS}?watch=1`, 405, NO_METHOD],
    [['create'], 'GET', THINGS, 405, NO_METHOD],
    [['create'], 'PUT', OBJECT, 404, NO_PATH],
    [['create'], 'POST', `${GROUP}/things`, 404, NO_PATH],
    [['create'], 'GET', `${GROUP}/things`, 404, NO_PATH],
  ])('with %j answers %s %s with %i', async (verbs, method, path, status, message) => {
    const answer = await (await withVerbs(...verbs)).send(method, path);
    expect([answer.status, messageOf(answer)]).toEqual([status, message]);
    expect(answer.headers.warning).toBe(message === NO_WATCH ? OLD : undefined);
  });

  it('has no path below namespaces for kinds of the cluster', async () => {
    const cluster = await serve({ definition: { namespaced: false } });
    for (const path of [THINGS, `${GROUP}/namespaces//things`, OBJECT])
      expect((await cluster.send('GET', path)).status).toBe(404);
    await cluster.send('POST', `${GROUP}/things`, { body: thing('a') });
    expect((await cluster.send('GET', `${GROUP}/things/a`)).status).toBe(200);
  });

  it('finds kinds whose name is a namespace below that', async () => {
    const spaces = await serve({ definition: { namespaced: false, quirks: { nameIsNamespace: true } } });
    expect((await spaces.send('GET', THINGS)).status).toBe(200);
  });
});
