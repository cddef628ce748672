import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../output.js';
import { type WordForms, formsOf } from './word-forms.js';

/** The module with the class of a plugin. */
export interface PluginFile {
  /** Relative to the folder of the plugin. */
  readonly path: string;
  readonly text: string;
  readonly className: string;
  readonly group: string;
  /** Undefined where they are those of the kinds. */
  readonly versions: readonly string[] | undefined;
}

/** The module with the declaration of a kind. */
export interface KindFile {
  readonly path: string;
  readonly text: string;
  readonly names: WordForms & { readonly plural: string };
  readonly storageVersion: string;
  /** The exported class of the storage version. */
  readonly type: string;
}

const TEST = /\.(?:test|spec)\.ts$/;
const DEFINITION = /\bdefineKind\s*[<(]/;
const DECORATOR = /^[ \t]*@ApiGroupPlugin\(/m;
/** From the decorator to the name of its class: other classes of the module may come before and after it. */
const DECLARATION = new RegExp(String.raw`${DECORATOR.source}[^]*?^(export )?class (\w+)`, 'm');

/** Finds the module of the plugin in a folder. Throws CommandError if there is none, or more than one. */
export function findPlugin(folder: string): PluginFile {
  const files = sourcesOf(folder, '.ts').filter(({ path, text }) => !TEST.test(path) && DECORATOR.test(text));
  if (files.length === 0)
    throw new CommandError(
      'no class below src has @ApiGroupPlugin; run this in the folder of a plugin (binnacle new plugin)',
    );
  if (files.length > 1) throw new CommandError(`more than one plugin is here: ${pathsOf(files)}`);
  const [{ path, text }] = files;
  const [declaration, isExported, className] = DECLARATION.exec(text) ?? [''];
  const [, group] = /\bgroup: '([^']+)'/.exec(declaration) ?? [];
  const [, listed] = /\bversions: \[([^\]]*)\]/.exec(declaration) ?? [];
  if (isExported === undefined || group === undefined)
    throw new CommandError(`${path}: the class or the group of the plugin cannot be read from it`);
  const versions = listed === undefined ? undefined : [...listed.matchAll(/'([^']+)'/g)].map(([, name]) => name);
  return { path, text, className, group, versions };
}

/** Finds the module of a kind; the only one where no name is given. Throws CommandError. */
export function findKind(folder: string, name: string | undefined): KindFile {
  const sources = sourcesOf(folder, '.kind.ts');
  if (sources.length === 0) throw new CommandError(`there is no *.kind.ts below src${adviceOn(folder)}`);
  const files = sources.flatMap(readKind);
  const found = files.filter(({ names }) => name === undefined || names.pascal === name);
  const known = files.map(({ names }) => names.pascal).join(', ');
  if (files.length === 0)
    throw new CommandError(
      `${pathsOf(sources)}: no kind can be read there; expected are kind: 'Name', plural: 'names' and versions: [{ name: 'v1', type: Name }]`,
    );
  if (found.length === 0) throw new CommandError(`--kind: there is no kind "${name}" here; there is ${known}`);
  if (found.length > 1) throw new CommandError(`--kind KIND is missing; there are ${known}`);
  return found[0];
}

/** Parts are generated beside a kind in its own file, and import its class by the name of that file. */
function adviceOn(folder: string): string {
  const declaring = sourcesOf(folder, '.ts').filter(({ path, text }) => !TEST.test(path) && DEFINITION.test(text));
  if (declaring.length === 0) return '; add a kind first (binnacle new kind)';
  const expected = 'a kind is expected in a file of its own, NAME.kind.ts, with its class in NAME.VERSION.ts';
  return `: ${expected}; defineKind() is called in ${pathsOf(declaring)}`;
}

function readKind({ path, text }: Source): KindFile[] {
  const [, kind] = /\bkind: '(\w+)'/.exec(text) ?? [];
  const [, plural] = /\bplural: '([^']+)'/.exec(text) ?? [];
  // The first version where none is named, as defineKind has it.
  const [, first] = /\bversions: \[\s*\{[^{}]*?\bname: '([^'/]+)'/.exec(text) ?? [];
  const [, storageVersion = first] = /\bstorageVersion: '([^'/]+)'/.exec(text) ?? [];
  const [, type] = new RegExp(`name: '${storageVersion}',[^{}]*?type: (\\w+)`).exec(text) ?? [];
  if (kind === undefined || plural === undefined || storageVersion === undefined || type === undefined) return [];
  const names = { ...formsOf(kind), kebab: basename(path, '.kind.ts'), plural };
  return [{ path, text, names, storageVersion, type }];
}

/** A file below `src`. */
interface Source {
  readonly path: string;
  readonly text: string;
}

function sourcesOf(folder: string, suffix: string): Source[] {
  const src = join(folder, 'src');
  let names: string[];
  try {
    names = readdirSync(src, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(suffix) && !name.includes('node_modules'))
    .sort()
    .map((name) => ({ path: join('src', name), text: readFileSync(join(src, name), 'utf8') }));
}

const pathsOf = (files: readonly Source[]): string => files.map(({ path }) => path).join(', ');

/** Returns the specifier by which one file of a plugin imports another. */
export function importPath(from: string, to: string): string {
  const parts = dirname(from) === '.' ? [] : dirname(from).split(/[\\/]/);
  const target = to.split(/[\\/]/);
  let shared = 0;
  while (shared < parts.length && parts[shared] === target[shared]) shared++;
  const up = parts.slice(shared).map(() => '..');
  const way = [...(up.length === 0 ? ['.'] : up), ...target.slice(shared)];
  return way.join('/').replace(/\.ts$/, '.js');
}
