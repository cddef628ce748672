export type { AdmissionRule } from './admission-rule.js';
export { MatchCriteria, type RequestMatch, apiVersionOf } from './match-criteria.js';
export type { MatchCandidate, Matchable } from './match-candidate.js';
export { MatchIndex } from './match-index.js';
export { RequestNamespace } from './request-namespace.js';
export { nameInRefusal, namespacedNameOf } from './namespaced-name.js';
