import type { ApiObject } from '../../apimachinery/index.js';
import { dropRepeatedOwners, type OwnersOrigin } from './owner-references.js';

const owner = (uid: string, name = uid): object => ({ apiVersion: 'v1', kind: 'Pod', name, uid });
const drop = (references: object[] | undefined, origin: OwnersOrigin = 'body'): [unknown, string[]] => {
  const object = { metadata: { name: 'a', ownerReferences: references } } as ApiObject;
  const warnings: string[] = [];
  dropRepeatedOwners(object, (text) => void warnings.push(text), origin);
  return [object.metadata.ownerReferences, warnings];
};
const warning = (uids: string, when = ''): string =>
  `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may ` +
  `reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids}`;

describe('dropRepeatedOwners()', () => {
  it.each([[undefined], [[]], [[owner('u')]], [[owner('u'), owner('v')]], [[owner('u', 'a'), owner('u', 'b')]]])(
    'leaves %j alone, and warns of nothing',
    (references) => {
      const [kept, warnings] = drop(references);
      expect([kept, warnings]).toEqual([references, []]);
      expect(kept).toBe(references);
    },
  );

  it('keeps the first of those that are equal, and names each once', () => {
    const [u, v, w] = ['u', 'v', 'w'].map((uid) => owner(uid));
    expect(drop([u, { ...u }])).toEqual([[u], [warning('u')]]);
    expect(drop([u, v, { ...v }, w, { ...u }, { ...v }])).toEqual([[u, v, w], [warning('v, u')]]);
  });

  it('reports the origin of the duplicates', () => {
    expect(drop([owner('u'), owner('u')], 'change')[1]).toEqual([warning('u', ' after mutating admission happens')]);
  });
});
