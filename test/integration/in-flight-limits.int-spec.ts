import { startTestServer } from '../support/start-test-server.js';

describe('a server without priority and fairness', () => {
  it('names no schema, has no dumps and sets no limit where both limits are 0', async () => {
    const serving = { priorityAndFairness: false, maxRequestsInFlight: 0, maxMutatingRequestsInFlight: 0 };
    const server = await startTestServer({ serving });
    const { status, headers } = await server.client.get('/api/v1/nodes');
    expect([status, headers['x-kubernetes-pf-flowschema-uid']]).toEqual([200, undefined]);
    expect((await server.client.get('/debug/api_priority_and_fairness/dump_queues')).status).toBe(404);
    expect((await server.client.get('/metrics')).text).not.toContain('apiserver_flowcontrol_');
    await server.close();
  });
});

describe('a server with priority and fairness', () => {
  it('needs seats', async () => {
    const serving = { maxRequestsInFlight: 0, maxMutatingRequestsInFlight: 0 };
    await expect(startTestServer({ serving })).rejects.toThrow('must not both be 0');
  });
});
