export * from './pod-disruption-budget/pod-disruption-budget.v1.js';
export * from './policy.plugin.js';
