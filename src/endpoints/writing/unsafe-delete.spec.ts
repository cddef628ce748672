import { thing } from '../../../test/support/registry-store.js';
import { THINGS, type ThingEndpoint, openThingEndpoint } from '../../../test/support/thing-endpoint.js';
import type { AuthorizationAttributes, Decision } from '../../authz/index.js';
import type { Json } from '../../../test/support/test-client.js';

const UNSAFE = 'ignoreStoreReadErrorWithClusterBreakingPotential=true';
const BROKEN = `${THINGS}/broken`;

/** Values that name the broken object cannot be read. */
const transformer = {
  toStored: (value: Buffer) => value,
  fromStored: (stored: Buffer, key: string) => {
    if (key.endsWith('/broken')) throw new Error('no key');
    return stored;
  },
};

let things: ThingEndpoint;
let asked: AuthorizationAttributes[];
let decision: Decision;
let annotations: string[];

function serve(deletesUnreadable: boolean): Promise<ThingEndpoint> {
  const authorize = (attributes: AuthorizationAttributes): Decision => {
    asked.push(attributes);
    return decision;
  };
  const prepare = (context: { annotate: (key: string, value: string) => void }): void => {
    context.annotate = (key, value) => void annotations.push(`${key}=${value}`);
  };
  return openThingEndpoint({ transformer, handler: { deletesUnreadable, authorizer: { authorize } }, prepare });
}

beforeEach(async () => {
  [asked, annotations, decision] = [[], [], { verdict: 'Allow', reason: '' }];
  things = await serve(true);
  for (const name of ['broken', 'whole']) await things.send('POST', THINGS, { body: thing(name) });
});

afterEach(() => things.close());

async function remove(path: string, query = UNSAFE, body?: Json): Promise<[number, string]> {
  const answer = await things.send('DELETE', `${path}?${query}`, { body });
  return [answer.status, (answer.body.message ?? answer.body.kind) as string];
}

const isThere = async (name: string): Promise<boolean> =>
  (await things.storage.get(things.store.kind.keyOf('n', name))) !== undefined;

describe('DELETE of an object that cannot be read', () => {
  it('removes it for those who may, and answers with its name', async () => {
    const { status, body } = await things.send('DELETE', `${BROKEN}?${UNSAFE}`);
    expect([status, body]).toEqual([
      200,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { name: 'broken', group: 'test.example.com', kind: 'things' },
      },
    ]);
    expect(await isThere('broken')).toBe(false);
    expect(annotations).toEqual(['apiserver.k8s.io/unsafe-delete-ignore-read-error=']);
  });

  it('asks for a verb of its own, with all other attributes of the request', async () => {
    await remove(BROKEN);
    expect(asked).toEqual([
      expect.objectContaining({
        verb: 'unsafe-delete-ignore-read-errors',
        user: { name: 'alice', groups: [] },
        namespace: 'n',
        resource: 'things',
        name: 'broken',
        group: 'test.example.com',
      }),
    ]);
  });

  it.each<Decision['verdict']>(['Deny', 'NoOpinion'])('refuses it with %s', async (verdict) => {
    decision = { verdict, reason: 'because' };
    const why = 'not permitted to do "unsafe-delete-ignore-read-errors", reason: because';
    expect(await remove(BROKEN)).toEqual([403, `things.test.example.com "broken" is forbidden: ${why}`]);
    expect(await isThere('broken')).toBe(true);
  });

  it('refuses objects that can be read, and knows those that are not there', async () => {
    const [code, message] = await remove(`${THINGS}/whole`);
    expect([code, message]).toEqual([422, expect.stringContaining('is exclusively used to delete corrupt object(s)')]);
    expect(await isThere('whole')).toBe(true);
    expect((await remove(`${THINGS}/none`))[0]).toBe(404);
  });

  it.each([
    ['dryRun=All', 'dryRun'],
    ['propagationPolicy=Orphan', 'propagationPolicy'],
    ['orphanDependents=false', 'orphanDependents'],
    ['gracePeriodSeconds=0', 'gracePeriodSeconds'],
    ['uid=u', 'preconditions'],
  ])('excludes other options: %s', async (query, option) => {
    const field = UNSAFE.slice(0, -'=true'.length);
    const why = `${field}: Invalid value: true: cannot be set together with .${option}`;
    expect(await remove(BROKEN, `${UNSAFE}&${query}`)).toEqual([
      422,
      `DeleteOptions.meta.k8s.io "" is invalid: ${why}`,
    ]);
    expect(asked).toEqual([]);
    expect(await isThere('broken')).toBe(true);
  });

  it('names every excluded option', async () => {
    const answer = await things.send('DELETE', `${BROKEN}?${UNSAFE}&dryRun=All&uid=u`);
    expect((answer.body.details.causes as Json[]).map(({ message }) => (message as string).split(' ').pop())).toEqual([
      '.dryRun',
      '.preconditions',
    ]);
  });

  it('accepts an empty list of dry runs', async () => {
    const [option] = UNSAFE.split('=');
    const body = { [option]: true, dryRun: [], gracePeriodSeconds: null };
    expect((await remove(BROKEN, '', body))[0]).toBe(200);
  });

  it('checks the options as those of any deletion', async () => {
    expect((await remove(BROKEN, `${UNSAFE}&propagationPolicy=Other`))[1]).toContain('Unsupported value: "Other"');
  });

  it.each(['', 'ignoreStoreReadErrorWithClusterBreakingPotential=false'])('is not asked for by %j', async (query) => {
    const [code, message] = await remove(BROKEN, query);
    expect(code).toBe(500);
    expect(message).toContain('failed to read one or more things from the storage');
    expect(asked).toEqual([]);
    expect((await remove(`${THINGS}/whole`, query))[0]).toBe(200);
  });

  it('is refused for collections', async () => {
    const why = 'is not allowed with DELETECOLLECTION, try again after removing the option';
    expect(await remove(THINGS)).toEqual([422, expect.stringContaining(why)]);
    expect(await isThere('whole')).toBe(true);
  });

  it('is an ordinary deletion where the feature is off', async () => {
    await things.close();
    things = await serve(false);
    for (const name of ['broken', 'whole']) await things.send('POST', THINGS, { body: thing(name) });
    expect((await remove(BROKEN))[0]).toBe(500);
    expect((await remove(`${THINGS}/whole`))[0]).toBe(200);
    expect(await isThere('broken')).toBe(true);
  });
});
