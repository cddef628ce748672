import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ApiServer, startApiServer } from 'binnacle';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { TestRequests } from '../requests.js';

const PATH = '/apis/sample-group.example.com/v1/namespaces/default/samplethings';

describe('SampleCheckAdmission', () => {
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

  it('labels what is written', async () => {
    const { body } = await requests.post(PATH, { metadata: { name: 'a' }, spec: {} });
    const { labels } = body.metadata as { labels?: Record<string, string> };
    assert.equal(labels?.['sample-group.example.com/sample-check'], 'true');
  });

  it('refuses sealed objects', async () => {
    const annotations = { 'sample-group.example.com/sealed': '' };
    const { status, body } = await requests.post(PATH, { metadata: { name: 'b', annotations }, spec: {} });
    assert.equal(status, 400);
    assert.match(String(body.message), /must not write sealed objects/);
  });
});
