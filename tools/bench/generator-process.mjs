import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts the load generator; `run` gives it a job and waits for the result. */
export function startGenerator() {
  const child = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)));
  const waiting = new Map();
  child.on('message', ({ id, result, error }) => {
    const { job, resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) resolve(result);
    else reject(new Error(`${job}: ${error}`));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('the load generator ended'));
  });
  let next = 0;
  const run = (job, options) =>
    new Promise((resolve, reject) => {
      // Several may be under way, and end in another order.
      const id = next++;
      waiting.set(id, { job, resolve, reject });
      child.send({ id, job, ...options });
    });
  return { run, stop: () => child.kill() };
}
