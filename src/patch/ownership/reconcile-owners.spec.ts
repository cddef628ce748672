import { LEAF_MERGE, type MapMerge, type MergeType } from '../../schema/index.js';
import { fromFieldsV1, toFieldsV1 } from './fields-v1.js';
import type { Owners } from './owners.js';
import { reconcileOwners } from './reconcile-owners.js';

const typeWith = (below: MergeType): MapMerge => ({
  kind: 'map',
  member: (name) => (name === 'spec' ? { element: 'f:spec', type: below } : undefined),
  values: undefined,
});
const GRANULAR = typeWith({ kind: 'map', member: () => undefined, values: LEAF_MERGE });
const ATOMIC = typeWith({ kind: 'leaf', content: { kind: 'map', member: () => undefined, values: LEAF_MERGE } });

describe('reconcileOwners()', () => {
  it('updates a set that it left as it is for another type, as often as types change', () => {
    const fields = fromFieldsV1({ 'f:spec': { 'f:a': {} } });
    const reconciled = (type: MergeType | undefined): unknown => {
      const owner = { manager: 'm', operation: 'Update', apiVersion: 'v1', subresource: '', time: undefined } as const;
      const owners: Owners = new Map([['m', { ...owner, fields }]]);
      reconcileOwners(owners, () => type);
      return toFieldsV1(owners.get('m')!.fields);
    };
    for (let i = 0; i < 2; i++) {
      expect(reconciled(GRANULAR)).toEqual({ 'f:spec': { 'f:a': {} } });
      expect(reconciled(ATOMIC)).toEqual({ 'f:spec': {} });
      expect(reconciled(undefined)).toEqual({ 'f:spec': { 'f:a': {} } });
    }
  });
});
