import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../server/temporary-folder.js';

/** Flags of the reference about an etcd that is not there. */
const OF_ETCD = /^--(etcd-[a-z-]+|storage-media-type)(=|$)/;
/** Set to run controllers, which envtest's own API server has not: `*`, or names as `--controllers` takes them. */
const CONTROLLERS = 'BINNACLE_ENVTEST_CONTROLLERS';
/** Set to the release of Kubernetes that is shown, such as `1.29`. */
const RELEASE = 'BINNACLE_ENVTEST_RELEASE';

/**
 * Returns the flags of this server for those that envtest starts kube-apiserver with: the store is in memory, the
 * serving certificate is the one that envtest has put into `--cert-dir`, and controllers are off as they are
 * there.
 */
export function envtestFlags(words: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  if (words.includes('--help') || words.includes('--version')) return [...words];
  const flags = words.filter((word) => !OF_ETCD.test(word));
  const given = (flag: string): string | undefined =>
    flags.findLast((word) => word.startsWith(`--${flag}=`))?.slice(flag.length + 3);
  const directory = given('cert-dir');
  const certificate = join(directory ?? '', 'apiserver.crt');
  const hasOwn = directory !== undefined && given('tls-cert-file') === undefined && existsSync(certificate);
  return [
    ...flags,
    '--storage-backend=memory',
    `--data-dir=${makeTemporaryFolder()}`,
    ...(given('controllers') === undefined ? [`--controllers=${environment[CONTROLLERS] ?? '-*'}`] : []),
    ...(environment[RELEASE] && given('emulated-version') === undefined
      ? [`--emulated-version=${environment[RELEASE]}`]
      : []),
    ...(hasOwn ? [`--tls-cert-file=${certificate}`, `--tls-private-key-file=${join(directory, 'apiserver.key')}`] : []),
  ];
}
