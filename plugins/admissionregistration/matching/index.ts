export type { AdmissionRule } from './admission-rule.js';
export { MatchCriteria, type RequestMatch, apiVersionOf } from './match-criteria.js';
export { type MatchCandidate, MatchIndex } from './match-index.js';
export { RequestNamespace, isOfNamespaces } from './request-namespace.js';
export { placeOf } from './request-place.js';
