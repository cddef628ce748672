import { documentsReader } from '../../options/index.js';
import { deprecationWarning } from '../../registry/index.js';
import { DecodeError } from '../../schema/index.js';
import type { KindsOfReleases } from './kinds-of-releases.js';
import { type Lines, lineIndexes } from '../../codecs/yaml/index.js';

/** The effect of a release on a part of an object. */
export type Effect = 'refused' | 'dropped' | 'defaulted' | 'warned';

/** One thing that a release does otherwise with an object than the release it was written for. */
export interface ReleaseFinding {
  readonly release: string;
  readonly effect: Effect;
  /** The file, or the store. */
  readonly source: string;
  /** The line in the file; undefined in stores. */
  readonly line?: number;
  /** As `Pod default/web`. */
  readonly object: string;
  readonly text: string;
}

/** The releases that are asked about, and the one that objects are written for. */
export interface ReleaseQuestion {
  readonly kinds: KindsOfReleases;
  readonly releases: readonly string[];
  readonly from: string;
}

type Plain = Readonly<Record<string, unknown>>;

/** An object of a manifest and where it stands. */
interface Found {
  readonly value: Plain;
  readonly apiVersion: string;
  readonly kind: string;
  /** Its path in the document: of an element of a list, `items[0]`. */
  readonly path: string;
  readonly lines: Lines;
  readonly source: string;
}

/** Finds what releases do otherwise with the objects of a manifest. Throws what cannot be parsed. */
export async function findInManifest(
  source: string,
  text: string,
  question: ReleaseQuestion,
): Promise<ReleaseFinding[]> {
  const parse = await documentsReader();
  const documents = parse(text);
  const lines = lineIndexes(text);
  const objects = documents.flatMap((document, i) => objectsIn(document, { lines: lines[i] ?? new Map(), source }, ''));
  return question.releases.flatMap((release) => objects.flatMap((object) => findInObject(object, release, question)));
}

/** The object of a document, or the elements of a list. */
function objectsIn(document: unknown, place: Pick<Found, 'lines' | 'source'>, path: string): Found[] {
  if (typeof document !== 'object' || document === null) return [];
  const value = document as Plain;
  const { apiVersion, kind, items } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return [];
  if (kind.endsWith('List') && Array.isArray(items)) {
    return items.flatMap((item, i) => objectsIn(item, place, `${path === '' ? '' : `${path}.`}items[${i}]`));
  }
  return [{ ...place, value, apiVersion, kind, path }];
}

function findInObject(object: Found, release: string, question: ReleaseQuestion): ReleaseFinding[] {
  const { kinds, from } = question;
  const { apiVersion, kind } = object;
  const found = kinds.find(apiVersion, kind, release);
  // Custom resources are what their definitions say in every release.
  if (!found) return [];
  const finding = (effect: Effect, path: string, text: string): ReleaseFinding => ({
    release,
    effect,
    source: object.source,
    line: lineOf(object, path),
    object: nameOf(object),
    text,
  });
  if (!found.isServed) {
    const { introduced, removed, replacement } = found.version.declaration;
    const span = [introduced && `since v${introduced}`, removed && `until v${removed}`].filter(Boolean).join(', ');
    const instead = replacement ? `; use ${replacement}` : '';
    return [finding('refused', 'apiVersion', `${apiVersion} ${kind} is not served (${span})${instead}`)];
  }
  const findings: ReleaseFinding[] = [];
  const warning = deprecationWarning(found.version, release);
  if (warning !== undefined) findings.push(finding('warned', 'apiVersion', warning));
  try {
    const onUnknown = (path: string): void => void findings.push(finding('dropped', path, `unknown field "${path}"`));
    const shown = found.version.type.decode(object.value, { onUnknown });
    const written = kinds.find(apiVersion, kind, from)!.version.type;
    const other = written.decode(object.value);
    found.version.type.applyDefaults(shown);
    written.applyDefaults(other);
    for (const { path, text } of differences(shown, other, '')) findings.push(finding('defaulted', path, text));
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    findings.push(finding('refused', '', error.message));
  }
  return findings;
}

interface Difference {
  readonly path: string;
  readonly text: string;
}

/** The members of two objects that both have, with other values. */
function differences(shown: unknown, other: unknown, path: string): Difference[] {
  if (isPlain(shown) && isPlain(other)) {
    return Object.keys(shown).flatMap((name) =>
      name in other ? differences(shown[name], other[name], path === '' ? name : `${path}.${name}`) : [],
    );
  }
  if (Array.isArray(shown) && Array.isArray(other)) {
    return shown.flatMap((value, i) => (i < other.length ? differences(value, other[i], `${path}[${i}]`) : []));
  }
  if (shown === other || String(shown) === String(other)) return [];
  return [{ path, text: `${path} is ${JSON.stringify(shown)}, not ${JSON.stringify(other)}` }];
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The line of a member, or of the nearest outer member that the file has where it was filled in. */
function lineOf({ lines, path: owner }: Found, path: string): number | undefined {
  let whole = [owner, path].filter((part) => part !== '').join('.');
  for (;;) {
    const line = lines.get(whole);
    if (line !== undefined || whole === '') return line;
    whole = whole.slice(0, Math.max(whole.lastIndexOf('.'), whole.lastIndexOf('['), 0));
  }
}

function nameOf({ kind, value }: Found): string {
  const { namespace, name, generateName } = (value.metadata ?? {}) as Plain;
  const own = typeof name === 'string' ? name : typeof generateName === 'string' ? `${generateName}*` : '';
  return `${kind} ${typeof namespace === 'string' ? `${namespace}/` : ''}${own}`.trim();
}
