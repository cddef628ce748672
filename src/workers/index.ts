export { AssignedLeadership } from './assigned-leadership.js';
export { WORKER_FD } from './control-messages.js';
export { mergeMetrics, parseMetrics, serializeMetrics } from './metric-sums.js';
export { bindSockets } from './shared-sockets.js';
export { Supervisor } from './supervisor.js';
export { WholeMetrics } from './whole-metrics.js';
export { WorkerLink } from './worker-link.js';
export { takeShare } from './worker-share.js';
