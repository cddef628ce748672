import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError } from '../output.js';
import type { WordForms } from './word-forms.js';

/** The names that take the places of those in the templates. */
export interface TemplateNames {
  readonly plugin: { readonly name: string; readonly className: string; readonly file: string };
  readonly group: string;
  /** The version that the templates write. */
  readonly version: string;
  readonly kind: WordForms & { readonly plural: string };
  /** A subresource, an admission plugin or a controller. */
  readonly part?: WordForms;
  /** A version besides the storage version. */
  readonly newVersion?: string;
}

/** Returns the text of a template with the names filled in. Throws CommandError where the templates are not installed. */
export function fillTemplate(path: string, names: TemplateNames): string {
  const file = join(packageRoot(), 'templates', 'plugin', path);
  if (!existsSync(file)) throw new CommandError('the templates are not part of this installation; npm has them');
  return fillIn(readFileSync(file, 'utf8'), names);
}

/** Replaces the names of a template, in texts and in paths. */
export function fillIn(text: string, names: TemplateNames): string {
  const replacements = replacementsOf(names);
  const pattern = new RegExp(`${Object.keys(replacements).map(literal).join('|')}|\\bv1\\b`, 'g');
  return text.replace(pattern, (token) => replacements[token] ?? names.version);
}

/** Longer tokens come before those that they contain. */
function replacementsOf({ plugin, group, kind, part, newVersion }: TemplateNames): Record<string, string> {
  const reversed = group.split('.').reverse().join('.');
  return {
    'sample-group.example.com': group,
    'com.example.sample-group': reversed,
    SampleGroupPlugin: plugin.className,
    'sample-group.plugin': `${plugin.file}.plugin`,
    'sample-group': plugin.name,
    samplethings: kind.plural,
    'a SampleThing': `${articleOf(kind.pascal)} ${kind.pascal}`,
    'A SampleThing': `${capitalize(articleOf(kind.pascal))} ${kind.pascal}`,
    SampleThing: kind.pascal,
    sampleThing: kind.camel,
    'sample-thing': kind.kebab,
    ...(part && partTokens(part)),
    ...(newVersion && { V1beta1: capitalize(newVersion), v1beta1: newVersion }),
  };
}

function partTokens({ pascal, camel, kebab }: WordForms): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const name of ['Act', 'View', 'Check', 'Loop']) {
    tokens[`Sample${name}`] = pascal;
    tokens[`sample${name}`] = camel;
    tokens[`sample-${name.toLowerCase()}`] = kebab;
  }
  return tokens;
}

/** The article before a name, by its first letter: that of `Unit` and `User` is spoken as a consonant. */
function articleOf(name: string): string {
  return /^[AEIO]/.test(name) ? 'an' : 'a';
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function literal(text: string): string {
  return text.replace(/[.]/g, '\\.');
}

/** Returns the folder of this package. */
export function packageRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('binnacle/package.json'));
}
