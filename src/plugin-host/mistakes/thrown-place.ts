import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place in a file: line and column count from 1. */
const FRAME = /[\s(]((?:file:\/\/)?\/[^\s()]+|[A-Za-z]:\\[^\s()]+):(\d+):(\d+)\)?$/;
/** The folders of the server's own code in its package; those of plugins are not among them. */
const OWN_CODE = /^(src|dist[\\/](chunks|packages|src))[\\/]/;

/** Matches none. */
const NO_FRAME = /$^/;

let root: string | undefined;

/**
 * Returns the innermost place outside of Node and the server at which an error, or what it was caused by, was thrown: file,
 * line and column. Source maps have been applied. Frames from `end` on, the code that has called the plugin, are not looked
 * at.
 */
export function placeOfThrow(error: unknown, end = NO_FRAME): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return placeOfThrow(error.cause, end) ?? placeInStack(error, end);
}

/** Returns the first place in a stack outside of Node and the server, as `placeOfThrow` has it. */
export function placeInStack({ stack = '' }: { readonly stack?: string }, end = NO_FRAME): string | undefined {
  for (const line of stack.split('\n').filter((each) => /^\s+at /.test(each))) {
    if (end.test(line)) return undefined;
    const [, file, row, column] = FRAME.exec(line) ?? [];
    if (file && !isOwn(pathOf(file))) return `${pathOf(file)}:${row}:${column}`;
  }
  return undefined;
}

function isOwn(path: string): boolean {
  root ??= dirname(createRequire(import.meta.url).resolve('binnacle/package.json'));
  return OWN_CODE.test(relative(root, path));
}

/** Returns the path of a file that a stack names. */
export function pathOf(file: string): string {
  return file.startsWith('file:') ? fileURLToPath(file) : file;
}

/** Reports whether a text names a place in brackets, as texts about plugins do. */
export function hasPlace(text: string): boolean {
  return /:\d+:\d+\)/.test(text);
}
