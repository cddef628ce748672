import type { ApiObject } from '../../../src/plugin-api/index.js';
import type { ClusterRole } from '../cluster-role/cluster-role.v1.js';
import { missingRules } from '../policy-rules/rule-coverage.js';
import type { RoleBinding, Subject } from '../role-binding/role-binding.v1.js';

/** The annotation that, set to `false`, disables updates of an object by the server. */
const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate';

/** Reports whether an object may be updated. */
export function isUpdatable({ metadata }: ApiObject): boolean {
  return metadata.annotations?.[AUTOUPDATE] !== 'false';
}

/** Adds to a stored role what the wanted one has more; undefined when nothing is missing. Works on the stored one. */
export function completeRole(stored: ClusterRole, wanted: ClusterRole): ClusterRole | undefined {
  const isMarked = completeMarks(stored, wanted);
  const isChanged = wanted.aggregationRule
    ? completeAggregation(stored, wanted)
    : [completeRules(stored, wanted), removeAggregation(stored)].includes(true);
  return isChanged || isMarked ? stored : undefined;
}

/** A role that is to have its own rules is not gathered from others. */
function removeAggregation(stored: ClusterRole): boolean {
  const isAggregated = stored.aggregationRule !== undefined;
  delete stored.aggregationRule;
  return isAggregated;
}

/** Returns the same for a binding. */
export function completeBinding(stored: RoleBinding, wanted: RoleBinding): RoleBinding | undefined {
  const isMarked = completeMarks(stored, wanted);
  const missing = (wanted.subjects ?? []).filter((subject) => !stored.subjects?.some((s) => isSameSubject(s, subject)));
  if (missing.length === 0) return isMarked ? stored : undefined;
  stored.subjects = [...(stored.subjects ?? []), ...missing];
  return stored;
}

/** Reports whether a stored binding gives another role: that cannot be changed, only replaced. */
export function givesOtherRole({ roleRef: a }: RoleBinding, { roleRef: b }: RoleBinding): boolean {
  return a.apiGroup !== b.apiGroup || a.kind !== b.kind || a.name !== b.name;
}

function completeRules(stored: ClusterRole, wanted: ClusterRole): boolean {
  const missing = missingRules(stored.rules ?? [], wanted.rules ?? []);
  if (missing.length > 0) stored.rules = [...(stored.rules ?? []), ...missing];
  return missing.length > 0;
}

function completeAggregation(stored: ClusterRole, wanted: ClusterRole): boolean {
  const present = stored.aggregationRule?.clusterRoleSelectors ?? [];
  const known = new Set(present.map((selector) => JSON.stringify(selector)));
  const missing = (wanted.aggregationRule?.clusterRoleSelectors ?? []).filter((s) => !known.has(JSON.stringify(s)));
  if (missing.length > 0) stored.aggregationRule = { clusterRoleSelectors: [...present, ...missing] };
  return missing.length > 0;
}

/** Values of users stay unchanged. */
function completeMarks({ metadata }: ApiObject, { metadata: wanted }: ApiObject): boolean {
  const [labels, annotations] = [
    missingKeys(metadata.labels, wanted.labels),
    missingKeys(metadata.annotations, wanted.annotations),
  ];
  if (labels) metadata.labels = { ...wanted.labels, ...metadata.labels };
  if (annotations) metadata.annotations = { ...wanted.annotations, ...metadata.annotations };
  return labels || annotations;
}

function missingKeys(present: Record<string, string> = {}, wanted: Record<string, string> = {}): boolean {
  return Object.keys(wanted).some((key) => !(key in present));
}

function isSameSubject(a: Subject, b: Subject): boolean {
  return (
    a.kind === b.kind &&
    a.name === b.name &&
    (a.namespace ?? '') === (b.namespace ?? '') &&
    (a.apiGroup ?? '') === (b.apiGroup ?? '')
  );
}
