import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { findSyntaxFault } from './syntax-fault.js';
import { hasPlace, pathOf, placeOfThrow } from '../mistakes/index.js';

/** The place that Node puts before the stack of errors of linking: an address, or a path where it follows a source map. */
const LINKED = /^(.+):(\d+)\n.*\n( *)\^/;

/** The messages of Node for an import that leads to no file. */
const MISSING =
  /^(?:Cannot find (?:package|module)|Directory import) '([^']+)'(?: is not supported resolving ES modules)? imported from (.+)$/;
const MISSING_CODES: ReadonlySet<string> = new Set(['ERR_MODULE_NOT_FOUND', 'ERR_UNSUPPORTED_DIR_IMPORT']);

/** Describes why a plugin could not be imported, with the file, line and column if they can be found. */
export function describeLoadFault(error: unknown, location: string): string {
  if (!(error instanceof Error)) return String(error);
  const { code, requireStack } = error as { code?: string; requireStack?: readonly string[] };
  if (code === 'MODULE_NOT_FOUND' && requireStack) return describeRequire(error, requireStack[0]);
  const missing = MISSING.exec(error.message);
  if (code !== undefined && MISSING_CODES.has(code) && missing)
    return describeMissing(error.message, missing[1], missing[2]);
  if (hasPlace(error.message)) return error.message;
  const place = placeOfLinking(error) ?? placeOfThrow(error) ?? placeOfSyntax(error, location);
  return place === undefined ? error.message : `${error.message} (${place})`;
}

function describeRequire({ message }: Error, file: string | undefined): string {
  const [first] = message.split('\n');
  const place =
    file === undefined ? '' : ` (${placeOfText(file, /Cannot find module '([^']+)'/.exec(first)?.[1] ?? '')})`;
  return /'(binnacle|@nestjs|class-validator)\b/.test(first)
    ? `is CommonJS, and require() does not find the server's packages; make it an ES module: "type": "module" in its package.json, and import${place}`
    : `${first}${place}`;
}

function describeMissing(message: string, specifier: string, importer: string): string {
  const found = completed(specifier);
  const hint = found === undefined ? '' : `; write '${relativeTo(pathOf(importer), found)}'`;
  return `${message.replace(importer, placeOfText(importer, specifier))}${hint}`;
}

/** The endings of imports, each with those of the files that it means: TypeScript is imported by the name of its JavaScript. */
const ENDINGS = [
  ['.js', ['.ts', '.js']],
  ['.mjs', ['.mts', '.mjs']],
  ['.cjs', ['.cts', '.cjs']],
  ['/index.js', ['/index.ts', '/index.js']],
  ['.json', ['.json']],
] as const;

/** The file that an import without its ending means, as it is imported; ES modules do not look for it. */
function completed(missing: string): string | undefined {
  if (!isAbsolute(missing)) return undefined;
  const found = ENDINGS.find(([, files]) => files.some((ending) => existsSync(`${missing}${ending}`)));
  return found && `${missing}${found[0]}`;
}

/** The first place in a file at which a quoted specifier is mentioned; the file alone where it is not. */
function placeOfText(file: string, missing: string): string {
  const path = pathOf(file);
  const specifier = isAbsolute(missing) ? relativeTo(path, missing) : missing;
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  for (const [i, line] of lines.entries()) {
    const columns = [`'${specifier}'`, `"${specifier}"`].map((quoted) => line.indexOf(quoted));
    const column = Math.max(...columns);
    if (column >= 0) return `${path}:${i + 1}:${column + 1}`;
  }
  return path;
}

/** Node names the file that a relative import would have been. */
function relativeTo(importer: string, file: string): string {
  const path = relative(dirname(importer), file).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}

function placeOfLinking({ stack = '' }: Error): string | undefined {
  const [, file, line, indent] = LINKED.exec(stack) ?? [];
  return file && `${pathOf(file)}:${line}:${indent.length + 1}`;
}

function placeOfSyntax(error: Error, location: string): string | undefined {
  // The compiler of TypeScript names the place itself.
  const isJavaScript = location.startsWith('file:') && !/\.[cm]?ts$/.test(location);
  return error instanceof SyntaxError && isJavaScript ? findSyntaxFault(pathOf(location)) : undefined;
}
