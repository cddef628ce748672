import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringifyYaml } from '../../codecs/yaml/index.js';
import type { loadPlugins } from '../../plugin-host/index.js';
import { loadChecked } from '../load-checked.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { serverRights, userRights } from './access-objects.js';
import { type ManifestSettings, readSettings } from './manifest-settings.js';
import { apiServices, certManagerObjects } from './registration-objects.js';
import { servedNames } from './served-kinds.js';
import { workload } from './workload-objects.js';

/** The files of the layout, in the order in which they are applied. */
type ManifestFiles = Readonly<Record<string, readonly object[]>>;

/**
 * Runs `binnacle manifests`: writes what makes plugins an extension server of a cluster, as a directory for kustomize or
 * as one text. `load` reads the plugins. Throws CommandError.
 */
export async function writeManifests(
  words: readonly string[],
  { out, err }: Output,
  load?: typeof loadPlugins,
): Promise<number> {
  const settings = await readSettings(words, async (plugins) => {
    const [first] = servedNames(await loadChecked(plugins, load)).versions;
    return first?.group.split('.')[0] ?? '';
  });
  const files = await filesOf(settings, load);
  if (settings.out === '') {
    out.write(Object.values(files).flat().map(stringifyYaml).join('---\n'));
    return EXIT.done;
  }
  await writeDirectory(settings.out, files);
  err.write(`Written to ${settings.out}; apply it with: kubectl apply -k ${settings.out}\n`);
  return EXIT.done;
}

async function filesOf(settings: ManifestSettings, load?: typeof loadPlugins): Promise<ManifestFiles> {
  const served = servedNames(await loadChecked(settings.plugins, load));
  if (served.versions.length === 0) throw new CommandError('the plugins serve no group version');
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: settings.namespace } };
  return {
    'namespace.yaml': [namespace],
    'server-rights.yaml': serverRights(settings, served),
    'user-rights.yaml': userRights(settings, served),
    ...(settings.trust === 'cert-manager' && { 'certificate.yaml': certManagerObjects(settings) }),
    'workload.yaml': workload(settings),
    'api-services.yaml': apiServices(settings, served, await authorityOf(settings)),
  };
}

async function authorityOf({ caFile }: ManifestSettings): Promise<string> {
  if (caFile === '') return '';
  const text = await readFile(caFile, 'utf8').catch((error: Error) => {
    throw new CommandError(`--ca-file: ${error.message}`);
  });
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new CommandError(`--ca-file: ${caFile} has no certificate in PEM`);
}

async function writeDirectory(directory: string, files: ManifestFiles): Promise<void> {
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: Object.keys(files),
  };
  try {
    await mkdir(directory, { recursive: true });
    for (const [name, objects] of Object.entries({ ...files, 'kustomization.yaml': [kustomization] })) {
      await writeFile(join(directory, name), objects.map(stringifyYaml).join('---\n'));
    }
  } catch (error) {
    throw new CommandError(`--out: ${(error as Error).message}`);
  }
}
