import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ApiServer, startApiServer } from 'binnacle';
import { SampleGroupPlugin } from '../sample-group.plugin.js';
import { TestRequests } from '../requests.js';

const PATH = '/apis/sample-group.example.com/v1/namespaces/default/samplethings';

describe('SampleThing', () => {
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

  it('has defaults and a phase', async () => {
    const { status, body } = await requests.post(PATH, { metadata: { name: 'plain' }, spec: {} });
    assert.equal(status, 201);
    assert.deepEqual([body.spec, body.status], [{ size: 1 }, { phase: 'Open' }]);
    assert.deepEqual((await requests.get(`${PATH}/plain`)).body.spec, body.spec);
  });

  it('is refused where a rule is broken', async () => {
    const tooLarge = await requests.post(PATH, { metadata: { name: 'large' }, spec: { size: 101 } });
    assert.equal(tooLarge.status, 422);
    assert.match(String(tooLarge.body.message), /spec\.size: Invalid value: 101/);
    const unexplained = await requests.post(PATH, { metadata: { name: 'closed' }, spec: { size: 0 } });
    assert.match(String(unexplained.body.message), /spec\.note: Required value: say why there is no room/);
  });
});
