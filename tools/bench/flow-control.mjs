import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from '../build/bundle.mjs';
import { root } from '../install.mjs';
import { measureBeside } from './yardstick.mjs';

/** Users, each in its own flow: as many as are remembered, and ten times as many. */
const FEW_USERS = 200;
const MANY_USERS = 10_000;

/**
 * Measures what priority and fairness takes for one request that finds a seat, from classification to the end, with the schemas and levels
 * of a new cluster: of a service account, of one of many users, and of an administrator.
 */
export async function measureFlowControl() {
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
  return measureBeside({
    account: (i) => run(accounts[i % FEW_USERS], i),
    user: (i) => run(users[i % MANY_USERS], i),
    exempt: (i) => run(administrator, i),
  });
}

function accountOf(i) {
  const namespace = `ns-${i % 20}`;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return { name: `system:serviceaccount:${namespace}:account-${i}`, groups };
}
