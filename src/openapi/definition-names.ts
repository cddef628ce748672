import type { GroupVersionKind } from '../apimachinery/index.js';
import type { ObjectShape, StructLayout } from '../schema/index.js';
import { META_V1 } from './schema.js';

/** Where a type without a full name belongs: below the group and version that declares it. */
export type Home = Pick<GroupVersionKind, 'group' | 'version'>;

/** Returns the name of a struct's definition. */
export function definitionName(type: StructLayout, home: Home): string {
  if (!type.metadata.name) return nameAtHome(type.shortName, home);
  return ownName(type, home).replaceAll('_', '-');
}

/** Types that the former versions of their group share. */
const SHARED: ReadonlySet<string> = new Set(['k8s.io.api.batch.v1.JobSpec']);

/** Types whose members are of v1 in all versions of their group. */
const MADE_OF_V1: ReadonlySet<string> = new Set([
  ...SHARED,
  'k8s.io.api.authentication.v1beta1.SelfSubjectReviewStatus',
  'k8s.io.api.authentication.v1alpha1.SelfSubjectReviewStatus',
]);

/** Returns where the types inside a struct belong. */
export function homeInside(type: StructLayout, home: Home): Home {
  return MADE_OF_V1.has(type.name) ? { ...home, version: 'v1' } : home;
}

/** Reports whether a struct is called otherwise in a version than it was declared. */
export function isRenamedIn(type: StructLayout, home: Home): boolean {
  return !type.metadata.name || ownName(type, home) !== type.openapiName;
}

/**
 * Types that a former version of a group shares with the current one are declared once, and published under the name of
 * each version.
 */
function ownName({ name, openapiName }: StructLayout, { group, version }: Home): string {
  const parts = openapiName.split('.');
  if (SHARED.has(name)) return openapiName;
  if (group === EXTENSIONS) return FROM_EXTENSIONS.has(parts.at(-3)!) ? nameAtFormer(parts) : openapiName;
  const isOfGroup = group !== '' && parts.at(-3) === group.split('.')[0];
  return isOfGroup ? parts.with(-2, version).join('.') : openapiName;
}

const EXTENSIONS = 'extensions';
/** The groups that the kinds of `extensions` moved to, whose types it had before. */
const FROM_EXTENSIONS: ReadonlySet<string> = new Set(['apps', 'networking', 'policy']);

function nameAtFormer(parts: readonly string[]): string {
  return parts.with(-3, EXTENSIONS).with(-2, 'v1beta1').join('.');
}

/** Returns the full name of a type that declares none. */
export function nameAtHome(shortName: string, { group, version }: Home): string {
  return [...group.split('.').reverse(), version, shortName].filter((part) => part !== '').join('.');
}

/** Returns the name of a shape's definition. */
export function shapeName(shape: ObjectShape, home: Home): string {
  if ('layout' in shape.published) return definitionName(shape.published.layout, home);
  return [...home.group.split('.').reverse(), home.version, shortNameOf(shape)].join('.');
}

/** Returns the name of a definition beside another one. */
export function siblingName(name: string, kind: string): string {
  return `${name.slice(0, name.lastIndexOf('.') + 1)}${kind}`;
}

/** Returns the last part of a shape's name. */
export function shortNameOf({ name }: ObjectShape): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Returns name of a shared type's definition. */
export function metaName(kind: string): string {
  return `${META_V1}.${kind}`;
}
