import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { OPERATIONS } from './operations.mjs';
import { JSON_TYPE } from './requests.mjs';

/**
 * Starts a node:https server, in its own process, that answers with the bytes the given server answers the same
 * requests with: what HTTP and TLS alone allow on this machine.
 */
export async function startBareServer(like, certificate, generator) {
  await generator.run('prepare', { target: like });
  const answers = [];
  for (const operation of OPERATIONS.filter(({ hasBareTwin }) => hasBareTwin)) {
    const { accept = JSON_TYPE, path } = operation.request(0);
    const request = { accept, path };
    answers.push({ request, ...(await generator.run('fetch', { target: like, request })) });
  }
  const child = fork(fileURLToPath(new URL('./bare-server-process.mjs', import.meta.url)));
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', () => reject(new Error('the bare server ended')));
    child.send({ ...certificate, answers });
  });
  return {
    name: 'bare https',
    url: `https://127.0.0.1:${port}`,
    token: like.token,
    pids: [child.pid],
    stop: () => child.kill(),
  };
}
