import { WriteAttributes } from '../../../src/admission/index.js';
import type { ApiObject, AuthorizationAttributes, Authorizer, Stores } from '../../../src/plugin-api/index.js';
import { OwnerReferencesAdmission } from './owner-references.admission.js';

const OWNER = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', blockOwnerDeletion: true };
const stores = {
  all: () => [
    {
      kind: {
        kind: 'ReplicaSet',
        isNamespaced: true,
        groupResource: { group: 'apps', resource: 'replicasets' },
        versions: new Map([['apps/v1', { group: 'apps', name: 'v1' }]]),
      },
    },
  ],
} as unknown as Stores;

async function write(owners: object[], allowed: readonly string[], old?: object[]): Promise<string | undefined> {
  const authorizer = {
    authorize: ({ verb, resource, subresource }: AuthorizationAttributes) =>
      allowed.includes(`${verb} ${resource}/${subresource}`)
        ? { verdict: 'Allow', reason: '' }
        : { verdict: 'NoOpinion', reason: 'no rule' },
  } as unknown as Authorizer;
  const object = (ownerReferences: object[]): ApiObject => ({ metadata: { name: 'x', ownerReferences } }) as ApiObject;
  const attributes = new WriteAttributes({
    operation: old ? 'UPDATE' : 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    resource: { group: '', version: 'v1', resource: 'pods' },
    namespace: 'n',
    name: 'x',
    user: { name: 'alice', groups: [] },
    object: object(owners),
    oldObject: old && object(old),
  });
  try {
    await new OwnerReferencesAdmission(authorizer, stores).validate(attributes);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const DELETE = 'delete pods/';
const FINALIZE = 'update replicasets/finalizers';
const head = 'pods "x" is forbidden:';

describe('OwnerReferencesAdmission', () => {
  it.each<[string, object[], readonly string[], object[] | undefined, string | undefined]>([
    ['owners that stay', [OWNER], [], [OWNER], undefined],
    ['owners of an object that is new', [{ ...OWNER, blockOwnerDeletion: false }], [], undefined, undefined],
    [
      'other owners without the right to delete',
      [],
      [],
      [OWNER],
      `${head} cannot set an ownerRef on a resource you can't delete: no rule, <nil>`,
    ],
    ['other owners', [], [DELETE], [OWNER], undefined],
    [
      'an owner that is held up',
      [OWNER],
      [DELETE],
      undefined,
      `${head} cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: no rule, <nil>`,
    ],
    ['an owner that may be held up', [OWNER], [FINALIZE], undefined, undefined],
    [
      'an owner that was held up before',
      [OWNER, { ...OWNER, uid: 'v', blockOwnerDeletion: false }],
      [DELETE],
      [OWNER],
      undefined,
    ],
    [
      'an owner of a kind nobody knows',
      [{ ...OWNER, kind: 'Other' }],
      [DELETE],
      undefined,
      `${head} cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion apps/v1 Kind Other: no matches for kind "Other" in version "apps/v1"`,
    ],
  ])('%s', async (_title, owners, allowed, old, why) => {
    expect(await write(owners, allowed, old)).toBe(why);
  });
});
