import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from '../build/bundle.mjs';
import { root } from '../install.mjs';

/** Users, each in its own flow: as many as are remembered, and ten times as many. */
const FEW_USERS = 200;
const MANY_USERS = 10_000;

/**
 * Returns microseconds that priority and fairness takes for one request that finds a seat, from classification to the
 * end, with the schemas and levels of a new cluster: of a service account, of one of many users, and of an
 * administrator.
 */
export async function measureFlowControl(seconds) {
  const { build } = await import('esbuild');
  const module = join(root, 'dist', 'bench', 'flow-control.js');
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: ['tools/bench/flow-control-forms.ts'],
    outbase: undefined,
    outdir: undefined,
    outfile: module,
    splitting: false,
    chunkNames: undefined,
  });
  const { openFlowControl } = await import(pathToFileURL(module).href);
  const { run } = openFlowControl();
  const accounts = Array.from({ length: FEW_USERS }, (_, i) => accountOf(i));
  const users = Array.from({ length: MANY_USERS }, (_, i) => ({ name: `user-${i}`, groups: ['system:authenticated'] }));
  const administrator = { name: 'admin', groups: ['system:masters', 'system:authenticated'] };
  return {
    accountMicroseconds: measure(run, seconds, (i) => accounts[i % FEW_USERS]),
    userMicroseconds: measure(run, seconds, (i) => users[i % MANY_USERS]),
    exemptMicroseconds: measure(run, seconds, () => administrator),
  };
}

function accountOf(i) {
  const namespace = `ns-${i % 20}`;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return { name: `system:serviceaccount:${namespace}:account-${i}`, groups };
}

function measure(run, seconds, userOf) {
  for (let i = 0; i < 50_000; i++) run(userOf(i), i);
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < seconds * 1000) {
    for (let i = 0; i < 1000; i++) run(userOf(count + i), i);
    count += 1000;
  }
  return ((performance.now() - started) * 1000) / count;
}
