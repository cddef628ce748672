import type { ApiObject } from '../../../apimachinery/index.js';
import { type ResolvedKind, type ResolvedVersion, examplesOf } from '../../../registry/index.js';
import type { StructField } from '../../../schema/index.js';
import { type Member, changed, membersOf } from './members.js';
import { accepts } from './sparse-trial.js';

/** Fields that are tried in one version: a start must not take seconds for a type. */
const MOST = 256;

/**
 * Returns the fields of a version that are published as required, or with the values they may have, while objects without them, or with
 * another value, are accepted; each with the fix. Only what can be asked before the start is: kinds whose strategy is a class are left
 * out.
 */
export function unenforcedFields(kind: ResolvedKind, version: ResolvedVersion, sample: ApiObject): string[] {
  const { published } = version.type;
  if (!('layout' in published)) return [];
  const bases = [sample, ...examplesOf(version)].filter((base) => accepts(kind, version, structuredClone(base)));
  const faults = new Map<string, string>();
  for (const base of bases) {
    const without = version.hasStatus ? { ...base, status: undefined } : base;
    const members = [...membersOf(published.layout, without)].filter(({ value }) => value !== undefined);
    for (const member of members.slice(0, MOST)) {
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
