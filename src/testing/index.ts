export type { NodesToAdd } from './cluster/nodes/fake-nodes.js';
export type { PodScript, PodSelector } from './cluster/nodes/pod-script.js';
export {
  type BackendSubject,
  type ContractCase,
  resourceBackendContract,
} from './contracts/resource-backend-contract.js';
export { exampleOf } from './example-of.js';
export { type ReleaseRange, releases } from './releases.js';
export { FakeClock } from './fake-clock.js';
export type { Fault, StatusFault } from './faults/fault.js';
export type { FaultSelector } from './faults/fault-switches.js';
export type { RequestSelector } from './faults/request-selector.js';
export type { RecordedRequest } from './recorder/request-recorder.js';
export type { TestServerOptions } from './server/open-server.js';
export { startTestServer, type StartTestServerOptions } from './server/start-test-server.js';
export type { TestHooks } from './server/test-hooks.js';
export type { TestRequest, TestResponse } from './server/test-client.js';
export type { FakeNodes, Faults, Requests, Snapshot, TestServer, TestUser } from './server/test-server.js';
export { useTestServer } from './server/use-test-server.js';
export { matchers, type KubernetesMatchers, type MatcherResult } from './matchers/matchers.js';
export { memoryStores, type MemoryStores, type MemoryStoresOptions } from './stores/memory-stores.js';
