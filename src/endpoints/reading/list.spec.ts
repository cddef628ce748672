import type { StoredResource } from '../../plugin-host/index.js';
import type { CacheList, CacheListOptions } from '../../storage/index.js';
import { encodeContinueToken, keyAfter } from './continue-token.js';
import { listPage } from './list.js';
import { checkListOptions, readListOptions } from './list-options.js';

const PREFIX = '/registry/pods/';
const TOKEN = encodeContinueToken({ revision: 3, startAt: keyAfter(`${PREFIX}default/a`) }, PREFIX);

/** The result of every combination of options, or the first fault (specification: lists by resource version). */
const COMBINATIONS: readonly (readonly [version: string, match: string, paging: string, outcome: string])[] = [
  ['', '', '', 'newest'],
  ['0', '', '', 'any, limit 0'],
  ['5', '', '', 'not older than 5'],
  ['', '', 'limit=2', 'newest, limit 2'],
  ['0', '', 'limit=2', 'any, limit 0'],
  ['5', '', 'limit=2', 'exactly 5'],
  ['', 'Exact', '', 'forbidden unless resourceVersion is provided'],
  ['0', 'Exact', '', 'forbidden for resourceVersion "0"'],
  ['5', 'Exact', '', 'exactly 5'],
  ['', 'Exact', 'limit=2', 'forbidden unless resourceVersion is provided'],
  ['0', 'Exact', 'limit=2', 'forbidden for resourceVersion "0"'],
  ['5', 'Exact', 'limit=2', 'exactly 5'],
  ['', 'NotOlderThan', '', 'forbidden unless resourceVersion is provided'],
  ['0', 'NotOlderThan', '', 'any, limit 0'],
  ['5', 'NotOlderThan', '', 'not older than 5'],
  ['', 'NotOlderThan', 'limit=2', 'forbidden unless resourceVersion is provided'],
  ['0', 'NotOlderThan', 'limit=2', 'any, limit 0'],
  ['5', 'NotOlderThan', 'limit=2', 'not older than 5, limit 2'],
  ['', '', 'limit=2&continue=TOKEN', 'newest, on from the token at 3, limit 2'],
  ['0', '', 'limit=2&continue=TOKEN', 'newest, on from the token at 3, limit 2'],
  ['5', '', 'limit=2&continue=TOKEN', 'not allowed when using continue'],
  ['', 'Exact', 'limit=2&continue=TOKEN', 'forbidden unless resourceVersion is provided'],
  ['5', 'Exact', 'limit=2&continue=TOKEN', 'forbidden when continue is provided'],
  ['5', 'NotOlderThan', 'limit=2&continue=TOKEN', 'forbidden when continue is provided'],
  ['5', 'Newest', '', 'Unsupported value: "Newest"'],
  ['x', '', '', 'Invalid value: "x"'],
  ['-1', '', '', 'Invalid value: "-1"'],
];

/** A resource that records the reads of its cache. */
function resourceOf(asked: string[]): StoredResource {
  const cache = {
    waitUntilFresh: () => void asked.push('newest'),
    ready: () => Promise.resolve(void asked.push('any')),
    waitUntil: (revision: number) => Promise.resolve(void asked.push(`not older than ${revision}`)),
    currentRevision: () => 9,
    honoursToken: () => true,
    reachBack: () => undefined,
    listInTurns: ({ revision, startAt, limit, onlyKey, narrowing }: CacheListOptions): CacheList => {
      if (onlyKey !== undefined) asked.push(`at ${onlyKey}`);
      if (narrowing) asked.push(`by ${narrowing.of} ${narrowing.name} ${narrowing.values.join()}`);
      if (startAt !== undefined) asked.push(`on from the token at ${revision}`);
      else if (revision !== undefined) asked.push(`exactly ${revision}`);
      asked.push(`limit ${limit}`);
      return { entries: [], revision: 9, more: false, unreadable: [], remaining: 0 };
    },
  };
  const kind = { groupResource: { group: '', resource: 'pods' }, isNamespaced: true };
  return { kind, store: { cache, kind: { keyOf: () => PREFIX } } } as unknown as StoredResource;
}

describe('listPage()', () => {
  it.each(COMBINATIONS)(
    'with resourceVersion %j, match %j and %j: %s [LIST-01, LIST-02, LIST-03, LIST-04, LIST-05, LIST-06, LIST-07, LIST-08, LIST-09, LIST-10, LIST-11, LIST-12]',
    async (version, match, paging, outcome) => {
      const query = new URLSearchParams(paging.replace('TOKEN', TOKEN));
      if (version !== '') query.set('resourceVersion', version);
      if (match !== '') query.set('resourceVersionMatch', match);
      const options = readListOptions(query);
      const asked: string[] = [];
      const page = async (): Promise<string> => {
        checkListOptions(options);
        await listPage(resourceOf(asked), 'default', options);
        return asked.join(', ');
      };
      expect(await page().catch((error: Error) => error.message)).toContain(outcome);
    },
  );

  it.each([
    ['default', 'fieldSelector=metadata.name%3Da', 'at /registry/pods/a'],
    ['default', 'fieldSelector=metadata.name%3Da&labelSelector=app%3Dx', 'at /registry/pods/a'],
    ['', 'fieldSelector=metadata.name%3Da', 'any, limit 0'],
    ['default', 'fieldSelector=metadata.name!%3Da', 'any, limit 0'],
    ['default', 'labelSelector=tier,app%20in%20(x,y)', 'by labels app x,y'],
    ['default', 'labelSelector=app%3D', 'any, limit 0'],
    ['default', 'labelSelector=app!%3Dx,tier%3D%3Dy', 'by labels tier y'],
    ['default', 'fieldSelector=spec.nodeName%3Dn', 'by fields spec.nodeName n'],
    ['default', 'fieldSelector=spec.nodeName%3D', 'any, limit 0'],
  ])('in namespace %j looks for %s: %s', async (namespace, query, place) => {
    const asked: string[] = [];
    const options = readListOptions(new URLSearchParams(`resourceVersion=0&${query}`));
    await listPage(resourceOf(asked), namespace, options);
    expect(asked.join(', ')).toContain(place);
  });
});
