import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the module that the package.json of a folder names as its entry; undefined where it names none, or there is no file. */
export function packageEntry(folder: string): string | undefined {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const { exports, main } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: unknown; main?: unknown };
  const named = targetOf(mainExport(exports)) ?? main;
  return typeof named === 'string' ? join(folder, named) : undefined;
}

/** The entry of `exports` for the package itself. */
function mainExport(exports: unknown): unknown {
  const isByPath = isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  return isByPath ? exports['.'] : exports;
}

/** Conditions under which a plugin is imported; as Node does, the first in the order of the file counts. */
const CONDITIONS: ReadonlySet<string> = new Set(['import', 'node', 'module-sync', 'default']);

function targetOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (!isRecord(target)) return undefined;
  for (const [condition, inner] of Object.entries(target)) {
    const found = CONDITIONS.has(condition) ? targetOf(inner) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
