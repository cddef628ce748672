export { ConditionMatcher } from './match-conditions.js';
export { RequestVariables } from './request-variables.js';
