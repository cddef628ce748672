export { AdmissionConfiguration } from './admission-configuration.js';
export { ContributionGates } from './contribution-gates.js';
