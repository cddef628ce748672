import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** How a project gets the package that generates it. */
export interface PackageSource {
  /** As package.json has it: a range of versions, or `file:` with the path of an archive, relative to the project. */
  readonly spec: string;
  /** The clone in which `npm pack` has to make the archive first; undefined where nothing is missing. */
  readonly unpacked?: string;
}

/** Returns the package installed at `root` as a dependency of the project in a folder: from where it came itself. */
export function packageSource(root: string, version: string, project: string): PackageSource {
  const modules = dirname(root);
  const isClone = existsSync(join(root, 'src', 'main.ts'));
  const archive = isClone ? join(root, `binnacle-${version}.tgz`) : installedFrom(modules, basename(root));
  if (archive === undefined) return { spec: `^${version}` };
  const spec = `file:${relative(project, archive).split(sep).join('/')}`;
  return existsSync(archive) ? { spec } : { spec, unpacked: root };
}

/** The archive that npm has installed a package from; undefined where it came from a registry, or is gone. */
function installedFrom(modules: string, name: string): string | undefined {
  const { packages } = readLock(join(modules, '.package-lock.json'));
  const resolved = packages?.[`node_modules/${name}`]?.resolved;
  if (!resolved?.startsWith('file:')) return undefined;
  const path = resolve(dirname(modules), resolved.slice('file:'.length));
  return existsSync(path) ? path : undefined;
}

/** The part of npm's hidden lock file that is read. */
interface Lock {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string } | undefined>>;
}

/** Other tools that install leave no such file. */
function readLock(file: string): Lock {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Lock;
  } catch {
    return {};
  }
}
