import type { StatusError } from '../../apimachinery/index.js';
import type { StoredResource } from '../../plugin-host/index.js';
import type { ReferenceQuirks } from '../../registry/index.js';
import { StorageError } from '../../storage/index.js';
import { waitFor, waitToList } from './resource-version.js';

let asked: string[];
let seen: [string, unknown][];
let fault: Error | undefined;

/** A resource whose cache notes what is waited for. */
const resourceOf = (quirks: ReferenceQuirks): StoredResource => {
  const wait = (what: string): Promise<void> => (asked.push(what), fault ? Promise.reject(fault) : Promise.resolve());
  const cache = {
    waitUntilFresh: () => wait('newest'),
    ready: () => wait('any'),
    waitUntil: (revision: number, limitMs: number) => wait(`${revision} for ${limitMs}`),
    currentRevision: () => 40,
    meter: {
      sawConsistentRead: (succeeded: boolean) => void seen.push(['consistent', succeeded]),
      sawWait: (seconds: number) => void seen.push(['wait', seconds < 5]),
    },
  };
  const kind = { groupResource: { group: '', resource: 'pods' }, definition: { quirks } };
  return { kind, store: { cache } } as unknown as StoredResource;
};
const resource = resourceOf({});

beforeEach(() => {
  [asked, seen, fault] = [[], [], undefined];
});

const faultOf = (waiting: Promise<void>): Promise<string> =>
  waiting.then(
    () => 'done',
    ({ code, message }: StatusError) => `${code} ${message}`,
  );

describe('waitFor()', () => {
  it.each([
    [undefined, 'newest'],
    [0, 'any'],
    [1, '1 for 3000'],
    [50, '50 for 3000'],
  ])('waits for the state of %s: %s', async (revision, waited) => {
    await waitFor(resource, revision);
    expect(asked).toEqual([waited]);
  });

  it.each([
    ['TooLargeRevision', 50, '50', '504 Timeout: Too large resource version: 50, current: 40'],
    ['Timeout', 50, '', '504 Timeout: Too large resource version: 50, current: 40'],
    ['Timeout', 2 ** 60, '1152921504606846977', '504 Timeout: Too large resource version: 1152921504606846977'],
  ] as const)('answers %s for %i, sent as %j: %s', async (code, revision, sent, outcome) => {
    fault = new StorageError(code, 'late');
    expect(await faultOf(waitFor(resource, revision, sent))).toContain(outcome);
  });

  it('answers a version of the future at once for a kind without a watch cache, and asks for no other try', async () => {
    const uncached = resourceOf({ withoutWatchCache: true });
    await expect(waitFor(uncached, 41)).rejects.toMatchObject({
      code: 504,
      status: { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } },
    });
    const refused = await waitFor(uncached, 41).catch((error: StatusError) => error.status.details);
    expect(refused).not.toHaveProperty('retryAfterSeconds');
    await waitFor(uncached, 40);
    expect(asked).toEqual(['newest', 'newest', 'newest']);
  });

  it.each([
    ['Timeout', undefined],
    ['Timeout', 0],
    ['Unreachable', 50],
  ] as const)('answers %s for %s as any fault of the store', async (code, revision) => {
    fault = new StorageError(code, 'late');
    const outcome = await faultOf(waitFor(resource, revision, ''));
    expect(outcome).toMatch(/^5\d\d /);
    expect(outcome).not.toContain('Too large');
  });
});

describe('waitToList()', () => {
  it.each<[number | undefined, [string, unknown][]]>([
    [0, []],
    [50, [['wait', true]]],
    [
      undefined,
      [
        ['consistent', true],
        ['wait', true],
      ],
    ],
  ])('counts what lists of %s wait for: %j', async (revision, counted) => {
    await waitToList(resource, revision);
    expect(seen).toEqual(counted);
  });

  it('counts what fails', async () => {
    fault = new StorageError('Unreachable', 'gone');
    expect(await faultOf(waitToList(resource, undefined))).toMatch(/^5/);
    expect(await faultOf(waitToList(resource, 50))).toMatch(/^5/);
    expect(await faultOf(waitToList(resource, 0))).toMatch(/^5/);
    expect(seen).toEqual([
      ['consistent', false],
      ['wait', true],
      ['wait', true],
    ]);
  });
});
