import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

const from = (module: string): string => pathToFileURL(resolve('dist/src', module, 'index.js')).href;
const PROGRAM = `
import { startTestServer } from '${from('testing')}';
import { ApiGroupPlugin, ApiType, KubernetesObject, defineKind } from '${from('plugin-api')}';

class Boat extends KubernetesObject {}
ApiType({ name: 'com.example.boat.v1.Boat' })(Boat);
const refuse = () => { throw new Error('no such boat'); };
const strategy = { validate: ({ metadata }) => (metadata.name === 'bad' ? refuse() : []) };
const boat = defineKind({ kind: 'Boat', plural: 'boats', versions: [{ name: 'v1', type: Boat }], strategy });
class BoatPlugin {}
ApiGroupPlugin({ group: 'boat.example.com', versions: ['v1'], kinds: [boat] })(BoatPlugin);

const server = await startTestServer({ plugins: [BoatPlugin] });
const path = '/apis/boat.example.com/v1/namespaces/default/boats';
for (const name of ['good', 'bad']) {
  const body = { apiVersion: 'boat.example.com/v1', kind: 'Boat', metadata: { name } };
  const answer = await server.request('POST', path, { body });
  console.log(answer.status, answer.body.message);
}
await server.close();
`;

describe('a test server whose plugin fails', () => {
  it('says why on standard error and in the answer, and is silent otherwise', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^201 undefined\n500 .*no such boat/);
    const [line] = stderr.split('\n');
    expect(line).toMatch(/^E\d{4} .*BoatPlugin.*no such boat/);
  });
});
