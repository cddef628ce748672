export { Decisions, openDecisions } from './decisions.js';
