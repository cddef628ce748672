export { FakeClock } from './fake-clock.js';
export type { Fault, StatusFault } from './faults/fault.js';
export type { FaultSelector } from './faults/fault-switches.js';
export type { RequestSelector } from './faults/request-selector.js';
export type { RecordedRequest } from './recorder/request-recorder.js';
export { startTestServer, type TestServerOptions } from './server/start-test-server.js';
export type { TestRequest, TestResponse } from './server/test-client.js';
export type { Faults, Requests, Snapshot, TestServer, TestUser } from './server/test-server.js';
