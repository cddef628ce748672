export type { AdmissionRule } from './admission-rule.js';
export { MatchCriteria, type RequestMatch } from './match-criteria.js';
export { type MatchCandidate, MatchIndex } from './match-index.js';
export { RequestNamespace } from './request-namespace.js';
