import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Scripts of packages are opened as files, not loaded as modules: code that writes their names to the list too. */
const scriptsTo = (list: string): string => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { pathToFileURL } from 'node:url';
  const open = fs.openSync;
  fs.openSync = (path, ...rest) => {
    if (String(path).endsWith('.cjs')) fs.appendFileSync(${JSON.stringify(list)}, pathToFileURL(path) + '\\n');
    return open(path, ...rest);
  };
  syncBuiltinESMExports();`;

/** The files that a run of Node loads with the flags it is given; lists are kept in a directory. */
export async function filesLoadedBy(
  directory: string,
  run: (nodeFlags: readonly string[]) => unknown,
): Promise<string[]> {
  const list = join(directory, 'loaded');
  await writeFile(list, '');
  const hooks = `import { appendFileSync } from 'node:fs';
    export function load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); }`;
  const preload = join(directory, 'preload.mjs');
  await writeFile(join(directory, 'hooks.mjs'), hooks);
  await writeFile(
    preload,
    `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);${scriptsTo(list)}`,
  );
  await run([`--import=${pathToFileURL(preload).href}`]);
  const urls = readFileSync(list, 'utf8').split('\n');
  return [...new Set(urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url)))];
}

/** The sources of files of the build. */
export function sourcesOf(files: readonly string[]): string[] {
  const maps = files.map((file) => `${file}.map`).filter((path) => existsSync(path));
  return maps.flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { sources: string[] }).sources);
}
