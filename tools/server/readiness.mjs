import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

/** Asks `/readyz` again and again until it answers 200; throws when that takes longer than `patience` milliseconds. */
export async function waitUntilReady(url, { token, patience }) {
  const headers = { authorization: `Bearer ${token}` };
  const deadline = performance.now() + patience;
  for (;;) {
    if ((await statusOf(`${url}/readyz`, headers)) === 200) return;
    if (performance.now() > deadline) throw new Error(`${url} was not ready within ${patience / 1000} s`);
    await delay(5);
  }
}

/** The status of the answer, or undefined when there was none. */
function statusOf(url, headers) {
  return new Promise((resolve) => {
    const call = request(url, { headers, rejectUnauthorized: false, agent: false, timeout: 5000 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(undefined));
    call.end();
  });
}
