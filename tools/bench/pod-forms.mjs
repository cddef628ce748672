// Measures what the forms of a rich pod cost: node tools/bench/pod-forms.mjs. Needs no build; bundles what it measures.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions } from '../build/bundle.mjs';
import { root } from '../install.mjs';
import { richPod } from './rich-pod.mjs';

/** Microseconds for native JSON there and back, for protobuf, and for validation of one pod. */
export async function measurePodForms() {
  const outdir = mkdtempSync(join(root, 'dist-bench-'));
  try {
    const entryPoints = ['tools/bench/pod-forms.ts'];
    await build({ ...bundleOptions, entryPoints, outdir, outbase: 'tools/bench', absWorkingDir: root });
    const { measurePodForms: measure } = await import(pathToFileURL(join(outdir, 'pod-forms.js')).href);
    return measure(JSON.stringify(richPod()));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.log(await measurePodForms());
