import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** A plugin of more files than these is checked in part. */
const MOST_FILES = 100;
const PLACE = /^(?:file:\/\/)?(.+):(\d+)\n.*\n( *)\^/m;

/**
 * Returns the place of the syntax error in a module or the files it imports, as `file:line:column`. The error that
 * `import()` rejects with does not have it, so each file is checked by its own Node, which runs none of the code.
 */
export function findSyntaxFault(entry: string): string | undefined {
  const seen = new Set([entry]);
  for (const file of seen) {
    const place = placeIn(file);
    if (place !== undefined) return place;
    for (const imported of importsOf(file)) if (seen.size < MOST_FILES) seen.add(imported);
  }
  return undefined;
}

function placeIn(file: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', env: {} });
  const [, , line, indent] = PLACE.exec(stderr) ?? [];
  return line && `${file}:${line}:${indent.length + 1}`;
}

/** The files that a module imports by a relative path. */
function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import)[\s(]*['"](\.{1,2}\/[^'"]+)['"]/g);
  return [...specifiers].map(([, path]) => resolve(dirname(file), path)).filter((path) => existsSync(path));
}
