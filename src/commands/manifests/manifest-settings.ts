import { basename, resolve } from 'node:path';
import { isDns1035Label, isDns1123Label } from '../../apimachinery/index.js';
import { CommandError } from '../output.js';
import { readFlags } from '../read-files.js';

/** The origin of the serving certificate and its authority. */
export type TrustMode = 'own' | 'cert-manager' | 'file';

/** The settings of `binnacle manifests`. */
export interface ManifestSettings {
  /** Plugins, by path or package name. */
  readonly plugins: readonly string[];
  readonly image: string;
  /** Of all objects. */
  readonly name: string;
  readonly namespace: string;
  readonly trust: TrustMode;
  /** A file in PEM; with the trust `file` alone. */
  readonly caFile: string;
  /** Of the volume with the store; `0` for one that goes with the pod. */
  readonly storageSize: string;
  /** The directory to write; empty for the standard output. */
  readonly out: string;
}

const FLAGS = ['plugins', 'image', 'name', 'namespace', 'ca', 'ca-file', 'storage-size', 'out'];
const MODES: readonly TrustMode[] = ['own', 'cert-manager', 'file'];
const QUANTITY = /^\d+([KMGTP]i?)?$/;

/** Reads the words of the command; `defaultName` answers the name where none is given. Throws CommandError. */
export async function readSettings(
  words: readonly string[],
  defaultName: (plugins: readonly string[]) => Promise<string>,
): Promise<ManifestSettings> {
  const flags = readFlags(words, { values: FLAGS }) as Readonly<Record<string, string | undefined>>;
  const plugins = (flags.plugins ?? '').split(',').filter((text) => text !== '');
  if (plugins.length === 0) throw new CommandError('--plugins FILE is missing');
  const { image = '', ca: trust = 'own', 'ca-file': caFile = '', 'storage-size': storageSize = '1Gi' } = flags;
  if (image === '') throw new CommandError('--image NAME is missing: the image with the plugins in /plugins');
  const name = flags.name ?? (await defaultName(plugins));
  const namespace = flags.namespace ?? `${name}-system`;
  check('--name', name, isDns1035Label(name));
  check('--namespace', namespace, isDns1123Label(namespace));
  if (!isMode(trust)) throw new CommandError(`--ca: ${JSON.stringify(trust)} is not one of ${MODES.join(', ')}`);
  if ((trust === 'file') !== (caFile !== '')) throw new CommandError('--ca=file and --ca-file FILE belong together');
  if (!QUANTITY.test(storageSize)) throw new CommandError('--storage-size: give a size such as 1Gi, or 0');
  return { plugins, image, name, namespace, trust, caFile, storageSize, out: flags.out ?? '' };
}

/** Returns where the image has a plugin. */
export function placeInImage(plugin: string): string {
  return `/plugins/${basename(resolve(plugin))}`;
}

function check(flag: string, value: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new CommandError(`${flag}: ${JSON.stringify(value)}: ${faults[0]}`);
}

function isMode(text: string): text is TrustMode {
  return (MODES as readonly string[]).includes(text);
}
