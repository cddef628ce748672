import type { ApiObject } from '../../apimachinery/index.js';
import { type ResolvedKind, type ResolvedVersion, examplesOf } from '../../registry/index.js';
import { REFERENCE_TYPES, type StructField, type StructLayout } from '../../schema/index.js';
import { accepts } from './sparse-trial.js';

/** Fields that are tried in one version: a start must not take seconds for a type. */
const MOST = 256;

/** A member of a sample, and the field behind it. */
interface Member {
  readonly path: readonly (string | number)[];
  readonly field: StructField;
}

type Container = Record<string | number, unknown>;

/**
 * The fields of a version that are published as required, or with the values they may have, while objects without them, or with another
 * value, are accepted; each with the fix. Only what can be asked before the start is: kinds whose strategy is a class are left out.
 */
export function unenforcedFields(kind: ResolvedKind, version: ResolvedVersion, sample: ApiObject): string[] {
  const { published } = version.type;
  if (!('layout' in published)) return [];
  const bases = [sample, ...examplesOf(version)].filter((base) => accepts(kind, version, structuredClone(base)));
  const faults = new Map<string, string>();
  for (const base of bases) {
    const without = version.hasStatus ? { ...base, status: undefined } : base;
    for (const member of [...membersOf(published.layout, without as unknown as Container)].slice(0, MOST)) {
      const place = member.path.filter((step) => typeof step === 'string').join('.');
      const fault = faultOf(member, (object) => accepts(kind, version, object), base);
      if (fault !== undefined) faults.set(place, `${place}: ${fault}`);
    }
  }
  return [...faults.values()];
}

function faultOf(
  { path, field }: Member,
  isAccepted: (object: ApiObject) => boolean,
  base: ApiObject,
): string | undefined {
  if (isPublishedRequired(field) && isAccepted(changed(base, path, undefined)))
    return 'is published as required, but objects without it are accepted; @IsDefined() enforces that, and publishes it by itself';
  if (!field.enum || field.map) return undefined;
  const other = unlike(field.enum);
  if (!isAccepted(changed(base, path, field.list ? [other] : other))) return undefined;
  const each = field.list ? ', { each: true }' : '';
  return `is published with its values, but others are accepted; @IsIn(values${each}) enforces them, and publishes them by itself`;
}

/** A member with a default is never missing. */
function isPublishedRequired({ required, default: initial }: StructField): boolean {
  return required === true && initial === undefined;
}

/** A text that is longer than each of the given ones. */
function unlike(values: readonly string[]): string {
  return `${values.join('')}Other`;
}

/** The members that an object has, but for what belongs to types of the reference, whose kinds have rules of their own. */
function* membersOf(layout: StructLayout, object: Container, path: Member['path'] = []): Generator<Member> {
  if (layout.name.startsWith(REFERENCE_TYPES)) return;
  for (const field of layout.fields) {
    const value = object[field.name];
    if (value === undefined || (path.length === 0 && field.name === 'metadata')) continue;
    const here = [...path, field.name];
    yield { path: here, field };
    if (!field.struct || field.map) continue;
    const [inner, innerPath] = field.list ? [(value as Container[])[0], [...here, 0]] : [value, here];
    if (isContainer(inner)) yield* membersOf(field.struct, inner, innerPath);
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** A copy with another value at a path; without the member for `undefined`. */
function changed(base: ApiObject, path: Member['path'], value: unknown): ApiObject {
  const copy = structuredClone(base);
  let owner = copy as unknown as Container;
  for (const step of path.slice(0, -1)) owner = owner[step] as Container;
  const last = path[path.length - 1]!;
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return copy;
}
