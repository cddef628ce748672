import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { StoreSnapshot } from '../store/store-snapshot.js';
import { parseBootstrap } from './bootstrap-objects.js';

/** The options with which a server creates the objects that the build has kept. Plugins add theirs at their start. */
const SAME_START: ReadonlySet<string> = new Set(['logger', 'nodes', 'controllers']);

/**
 * Returns the content of the store of a server with these options, as far as the build has kept it (`tools/bootstrap.mjs`);
 * undefined for sources, for a build without it and for other options.
 */
export function builtBootstrap(options: object, now: number): StoreSnapshot | undefined {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  if (!given.every(([name]) => SAME_START.has(name))) return undefined;
  const dist = join(dirname(createRequire(import.meta.url).resolve('binnacle/package.json')), 'dist');
  if (!import.meta.filename.startsWith(dist + sep)) return undefined;
  try {
    return parseBootstrap(readFileSync(join(dist, 'bootstrap.json'), 'utf8'), now);
  } catch {
    // Only the start is slower without it.
    return undefined;
  }
}
