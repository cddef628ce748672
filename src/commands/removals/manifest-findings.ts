import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { documentsReader } from '../../options/index.js';
import { CommandError } from '../output.js';
import type { Finding } from './finding.js';
import type { RemovalTable } from './removal-table.js';

/** The table of removals, and the release that is asked about. */
export interface Question {
  readonly table: RemovalTable;
  readonly release: string;
}

const NAMES = /\.(ya?ml|json)$/;

/** Returns the files at a path: itself, or the YAML and JSON files in a folder and those below. Throws CommandError. */
export async function filesAt(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path];
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && NAMES.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    throw new CommandError(`${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}

/** Finds removed versions in the objects of a manifest, and in what they refer to. Throws what cannot be parsed. */
export async function findInManifest(source: string, text: string, question: Question): Promise<Finding[]> {
  const parse = await documentsReader();
  return parse(text).flatMap((document) => findInDocument(source, document, question));
}

function findInDocument(source: string, document: unknown, { table, release }: Question): Finding[] {
  const findings: Finding[] = [];
  const visit = (value: unknown, owner: string, path: string): void => {
    if (Array.isArray(value)) return value.forEach((each, i) => visit(each, owner, `${path}[${i}]`));
    if (typeof value !== 'object' || value === null) return;
    const { apiVersion, kind, metadata } = value as Readonly<Record<string, unknown>>;
    const isTyped = typeof apiVersion === 'string' && typeof kind === 'string';
    // Whatever has metadata of its own is an object, also inside of a list; the rest refers to objects.
    const isObject = isTyped && (path === '' || metadata !== undefined);
    const name = isObject ? nameOf(metadata) : owner;
    const within = isObject ? '' : path;
    const removal = isTyped ? table.ofKind(apiVersion, kind, release) : undefined;
    if (removal) findings.push({ ...removal, source, object: `${name} ${within}`.trim(), by: '' });
    for (const [member, each] of Object.entries(value))
      visit(each, name, within === '' ? member : `${within}.${member}`);
  };
  visit(document, '', '');
  return findings;
}

function nameOf(metadata: unknown): string {
  const { namespace, name, generateName } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const own = typeof name === 'string' ? name : typeof generateName === 'string' ? `${generateName}*` : '';
  return typeof namespace === 'string' ? `${namespace}/${own}` : own;
}
