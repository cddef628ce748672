import type { GroupVersionKind } from '../apimachinery/index.js';
import type { ObjectShape, StructLayout } from '../schema/index.js';
import { META_V1 } from './schema.js';

/** Where a type without a full name belongs: below the group and version that declares it. */
export type Home = Pick<GroupVersionKind, 'group' | 'version'>;

/** Returns the name of a struct's definition. */
export function definitionName(type: StructLayout, home: Home): string {
  return type.metadata.name ? type.openapiName.replaceAll('_', '-') : nameAtHome(type.shortName, home);
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
