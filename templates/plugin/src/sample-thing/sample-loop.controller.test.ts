import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ApiServer, startApiServer } from 'binnacle';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { TestRequests } from '../requests.js';

const PATH = '/apis/sample-group.example.com/v1/namespaces/default/samplethings';

describe('SampleLoopController', () => {
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

  it('labels the objects', async () => {
    await requests.post(PATH, { metadata: { name: 'a' }, spec: {} });
    await server.stepControllers();
    const { labels } = (await requests.get(`${PATH}/a`)).body.metadata as { labels?: Record<string, string> };
    assert.equal(labels?.['sample-group.example.com/sample-loop'], 'seen');
  });
});
