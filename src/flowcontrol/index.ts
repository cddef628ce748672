export { dumpLevels, dumpQueues, dumpRequests } from './dumps.js';
export { type ControlledRequest, FlowControl } from './flow-control.js';
export { followConfiguration } from './followed-objects.js';
export type { CountObjects } from './work-estimator.js';
export type { WorkSlot } from './work-slots.js';
