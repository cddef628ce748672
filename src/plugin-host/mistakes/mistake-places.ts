import { existsSync, readFileSync } from 'node:fs';
import type { ApiGroupDeclaration } from '../../plugin-api/built-in.js';
import type { KindDefinition } from '../../registry/index.js';
import { namedClasses, stackOfDeclaration } from '../../schema/index.js';
import { kindLabel } from './kind-label.js';
import { nameOf } from './plugin-sources.js';
import { hasPlace, placeInStack } from './thrown-place.js';

/** A plugin whose mistakes are looked up; mistakes begin with its name. */
type Declared = readonly [plugin: { readonly name: string }, declaration: ApiGroupDeclaration];

const PLACE = /^(.+):(\d+):(\d+)$/;

/**
 * Adds the place to each mistake that has none: where the member, the conversion, the kind or else the plugin it is about is declared.
 * Nothing is added where that is a file of the server.
 */
export function withPlaces(mistakes: readonly string[], plugins: Iterable<Declared>): string[] {
  const known = [...plugins];
  return mistakes.map((mistake) => {
    const declared = known.find(([plugin]) => mistake.startsWith(`${nameOf(plugin)}: `));
    if (!declared || hasPlace(mistake)) return mistake;
    const [plugin, { kinds }] = declared;
    const about = mistake.slice(nameOf(plugin).length + 2);
    const labels = kinds.map((each, i) => kindLabel(each, i));
    const index = labels.findIndex((label) => about.startsWith(`${label}: `) || about.startsWith(`${label}/`));
    const ofKind = index < 0 ? undefined : placeOfKind(kinds[index], about.slice(labels[index].length));
    const place = ofKind ?? placeOf(plugin);
    return place === undefined ? mistake : `${mistake} (${place})`;
  });
}

/** The place of what a mistake of a kind is about; it begins with `: `, or with `/`, the version and `: `. */
function placeOfKind(kind: KindDefinition<never>, about: string): string | undefined {
  const [, name, text] = /^(?:\/([^:]*))?: (.*)$/s.exec(about) ?? [];
  // A mistake may be about the list itself.
  const version = Array.isArray(kind.versions) ? kind.versions.find((each) => each?.name === name) : undefined;
  if (!version) return placeOf(kind);
  return placeOfConversion(kind, version.name, text) ?? placeOfMember(version.type, text) ?? placeOf(kind);
}

/** The place of the conversion that a text is about: that to the version which it names, or else that of the version itself. */
function placeOfConversion(kind: KindDefinition<never>, version: string, text: string): string | undefined {
  const [found, other = version] = /\bconversion to (v\w+) and back\b|\bconversion\b|\bmovedFields\b/.exec(text) ?? [];
  const conversion = found && kind.versions.find(({ name }) => name === other)?.conversion;
  return conversion && placeOf(conversion);
}

/** The place of the member that a text begins with, as `com.example.v1.ShipSpec.size: `, or of the class, without a member. */
function placeOfMember(type: unknown, text: string): string | undefined {
  if (typeof type !== 'function') return undefined;
  for (const [each, name] of namedClasses(type)) {
    if (text.startsWith(`${name}: `)) return placeOf(each);
    const [, member] = text.startsWith(`${name}.`) ? (/^(\w+): /.exec(text.slice(name.length + 1)) ?? []) : [];
    const place = member === undefined ? undefined : placeOf(each);
    if (place !== undefined) return lineOfMember(place, member) ?? place;
  }
  return undefined;
}

/** The line below that of a class which declares one of its members; undefined where it cannot be found. */
function lineOfMember(place: string, member: string): string | undefined {
  const [, file, row] = PLACE.exec(place) ?? [];
  if (file === undefined || !existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const declares = new RegExp(`(?:^|[\\s)])${member}[?!]?\\s*[:;=]`);
  for (let i = Number(row); i < lines.length && !/^}/.test(lines[i]); i++) {
    const found = declares.exec(lines[i]);
    if (found) return `${file}:${i + 1}:${lines[i].indexOf(member, found.index) + 1}`;
  }
  return undefined;
}

/** Returns the place at which something is declared, as `file:line:column`; undefined where that is not known, or is the server's own. */
export function placeOf(declared: object): string | undefined {
  const stack = stackOfDeclaration(declared);
  return stack === undefined ? undefined : placeInStack({ stack });
}
