import type { AccessObjects, ObjectName } from '../access/index.js';
import { CredentialObjects } from './credential-objects.js';
import type { CredentialObjectName } from './service-account/service-account-lookup.js';

interface Following {
  readonly resource: string;
  readonly tell: (name: ObjectName | undefined) => void;
  isStopped: boolean;
  isCurrent: boolean;
}

/** Credential objects over these, by `resource/namespace/name`. */
function setUp(objects: Record<string, object> = {}) {
  const following: Following[] = [];
  const access = {
    find: ({ group, resource, namespace, name }: ObjectName) =>
      group === '' ? objects[`${resource}/${namespace}/${name}`] : undefined,
    followNames: ({ resource }: { resource: string }, tell: Following['tell']) => {
      const entry = { resource, tell, isStopped: false, isCurrent: false, stop: () => void (entry.isStopped = true) };
      following.push(entry);
      return entry;
    },
  } as unknown as AccessObjects;
  const changed: (CredentialObjectName | undefined)[] = [];
  return { following, changed, credentials: new CredentialObjects(access, (name) => void changed.push(name)) };
}

const ACCOUNT: CredentialObjectName = { resource: 'serviceaccounts', namespace: 'n', name: 'robot' };
const SECRET: CredentialObjectName = { resource: 'secrets', namespace: 'n', name: 's' };
const DELETED = '2024-05-06T07:08:09Z';

describe('CredentialObjects.find()', () => {
  it.each<[object | undefined, object | undefined]>([
    [undefined, undefined],
    [{ metadata: {} }, { uid: '' }],
    [{ metadata: { uid: 'u' } }, { uid: 'u' }],
    [{ metadata: { uid: 'u', deletionTimestamp: DELETED } }, { uid: 'u', deletedAt: Date.parse(DELETED) }],
    [
      { metadata: { uid: 'u' }, secrets: [{ name: 'a' }, {}, { name: 'b' }] },
      { uid: 'u', secrets: ['a', 'b'] },
    ],
    [{ metadata: { uid: 'u' }, secrets: null }, { uid: 'u' }],
  ])('finds %j: %j', async (object, found) => {
    const { credentials } = setUp(object && { 'serviceaccounts/n/robot': object });
    expect(await credentials.find(ACCOUNT)).toEqual(found);
  });
});

describe('CredentialObjects.findSecret()', () => {
  it.each<[object | undefined, object | undefined]>([
    [undefined, undefined],
    [{ metadata: { name: 's' } }, { isBeingDeleted: false }],
    [
      { metadata: { labels: { l: 'v' }, deletionTimestamp: DELETED }, type: 't', data: { k: 'djE=' } },
      { type: 't', data: { k: 'djE=' }, labels: { l: 'v' }, isBeingDeleted: true },
    ],
  ])('finds %j: %j', async (object, found) => {
    const { credentials } = setUp(object && { 'secrets/n/s': object });
    expect(await credentials.findSecret(SECRET)).toEqual(found);
  });
});

describe('CredentialObjects', () => {
  it('follows a kind once, from the first question on', async () => {
    const { credentials, following } = setUp();
    expect(following).toEqual([]);
    await credentials.find(ACCOUNT);
    await credentials.find({ ...ACCOUNT, name: 'other' });
    await credentials.findSecret(SECRET);
    expect(following.map(({ resource }) => resource)).toEqual(['serviceaccounts', 'secrets']);
  });

  it('reports what has changed, or that anything may have', async () => {
    const { credentials, following, changed } = setUp();
    await credentials.find(ACCOUNT);
    following[0].tell({ group: '', resource: 'serviceaccounts', namespace: 'n', name: 'x' });
    following[0].tell(undefined);
    expect(changed).toEqual([{ resource: 'serviceaccounts', namespace: 'n', name: 'x' }, undefined]);
  });

  it('knows changes at once of what is followed without a gap', async () => {
    const { credentials, following } = setUp();
    expect(credentials.isCurrent(ACCOUNT)).toBe(false);
    await credentials.find(ACCOUNT);
    expect(credentials.isCurrent(ACCOUNT)).toBe(false);
    following[0].isCurrent = true;
    expect([ACCOUNT, SECRET].map((name) => credentials.isCurrent(name))).toEqual([true, false]);
  });

  it('stops following, and begins again where it is asked later', async () => {
    const { credentials, following } = setUp();
    await credentials.find(ACCOUNT);
    await credentials.findSecret(SECRET);
    credentials.close();
    expect(following.map(({ isStopped }) => isStopped)).toEqual([true, true]);
    await credentials.find(ACCOUNT);
    expect(following).toHaveLength(3);
  });
});
