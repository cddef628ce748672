import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Starts the load generator; `run` gives it a job and waits for the result. */
export function startGenerator() {
  const child = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)));
  const run = (job, options) =>
    new Promise((resolve, reject) => {
      const onExit = () => reject(new Error('the load generator ended'));
      child.once('exit', onExit).once('message', ({ result, error }) => {
        child.off('exit', onExit);
        if (error === undefined) resolve(result);
        else reject(new Error(`${job}: ${error}`));
      });
      child.send({ job, ...options });
    });
  return { run, stop: () => child.kill() };
}
