import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { startTestServer } from '../../src/testing/index.js';

/** Connects, asks and closes again and again: a process that ends before that is done prints nothing. */
const PROGRAM = `
import { connect } from ${JSON.stringify(pathToFileURL(resolve('dist/src/client/index.js')).href)};
for (let round = 0; round < 40; round++) {
  const client = await connect({ kubeconfig: process.argv[1] });
  await Promise.allSettled([1, 2, 3].map(() => client.request({ method: 'GET', path: '/apis/none.example.com/v1' })));
  await client.close();
}
console.log('closed');
`;

describe('closing a client', () => {
  it('is awaited by a process that has nothing else to do', async () => {
    const server = await startTestServer({ thread: true });
    const words = ['--input-type=module', '--eval', PROGRAM, server.kubeconfigPath];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, 'closed\n', '']);
    await server.close();
  });
});
