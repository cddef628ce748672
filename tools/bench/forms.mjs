// Measures the processing of single objects: node tools/bench/forms.mjs. Needs no build; bundles what it measures.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from '../build/bundle.mjs';
import { root } from '../install.mjs';
import { richPod } from './rich-pod.mjs';
import { measureBeside } from './yardstick.mjs';

async function withBundle(name, measure) {
  const outdir = mkdtempSync(join(root, 'dist-bench-'));
  try {
    const entryPoints = [`tools/bench/${name}.ts`];
    await build({ ...bundleOptions, entryPoints, outdir, outbase: 'tools/bench', absWorkingDir: root });
    return await measure(await import(pathToFileURL(join(outdir, `${name}.js`)).href));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** Measures native JSON there and back, protobuf, and validation of one pod; and its sizes in bytes. */
export const measurePodForms = () =>
  withBundle('pod-forms', ({ openPodForms }) => {
    const { runs, sizes } = openPodForms(JSON.stringify(richPod()));
    return { ...measureBeside(runs), ...sizes };
  });

/** Measures the validation of custom resources: by a schema of 300 fields, and by a rule on 100 elements. */
export const measureCustomForms = () =>
  withBundle('custom-forms', async ({ openCustomForms }) => measureBeside(await openCustomForms()));

if (process.argv[1] === import.meta.filename) {
  console.log({ pod: await measurePodForms(), custom: await measureCustomForms() });
}
