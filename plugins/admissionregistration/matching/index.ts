export type { AdmissionRule } from './admission-rule.js';
export { MatchCriteria, type RequestMatch, apiVersionOf } from './match-criteria.js';
export { type MatchCandidate, MatchIndex } from './match-index.js';
export { RequestNamespace, isOfNamespaces } from './request-namespace.js';
export { nameInRefusal, placeOf } from './request-place.js';
