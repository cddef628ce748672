import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ApiServer, startApiServer } from 'binnacle';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { TestRequests } from '../requests.js';

const PATH = '/apis/sample-group.example.com/v1/namespaces/default/samplethings';

describe('samplethings/sample-act', () => {
  let server: ApiServer;
  let requests: TestRequests;

  before(async () => {
    server = await startApiServer({ plugins: [SampleGroupPlugin], controllers: 'stepped' });
    requests = new TestRequests(server);
  });

  after(async () => {
    requests.close();
    await server.close();
  });

  it('changes the object', async () => {
    await requests.post(PATH, { metadata: { name: 'a' }, spec: {} });
    const { status, body } = await requests.post(`${PATH}/a/sample-act`, { reason: 'a test' });
    assert.equal(status, 201);
    const { annotations } = body.metadata as { annotations?: Record<string, string> };
    assert.equal(annotations?.['sample-group.example.com/sample-act'], 'a test');
  });

  it('refuses what the class of its body does', async () => {
    const { status } = await requests.post(`${PATH}/a/sample-act`, { reason: 'x'.repeat(201) });
    assert.equal(status, 422);
  });
});
