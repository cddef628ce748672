import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { itemName } from './operations.mjs';
import { configMapPath } from './requests.mjs';

/**
 * Starts a node:https server, in a process of its own, that answers every request with the bytes the given server
 * answers a get with: what HTTP and TLS alone allow on this machine.
 */
export async function startBareServer(like, certificate, generator) {
  await generator.run('prepare', { target: like });
  const request = { path: configMapPath('bench-get', itemName(0)) };
  const answer = await generator.run('fetch', { target: like, request });
  const child = fork(fileURLToPath(new URL('./bare-server-process.mjs', import.meta.url)));
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve).once('exit', () => reject(new Error('the bare server ended')));
    child.send({ ...certificate, ...answer });
  });
  return { name: 'bare https', url: `https://127.0.0.1:${port}`, token: like.token, stop: () => child.kill() };
}
