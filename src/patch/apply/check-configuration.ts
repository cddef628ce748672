import { badRequest } from '../../apimachinery/index.js';
import { type Plain, isPlain } from '../plain.js';
import type { Application } from './application.js';
import { checkTypes } from './type-faults.js';
import { wrapIntegers } from './wrap-integers.js';

/** The beginning of the complaint about an object without owners whose fields cannot be owned. */
export const NO_OWNERS = 'failed to create manager for existing fields: ';

/** Checks that a configuration is for an object of its kind. Throws StatusError 400. */
export function checkKind({ apiVersion, kind, configuration }: Application): void {
  if (configuration.kind === kind && configuration.apiVersion === apiVersion) return;
  throw badRequest(`invalid object type: ${typeOf(configuration)}`);
}

/**
 * Checks that the live object fits its type, for shapes given at run time: what is stored may be older than they are.
 * Throws StatusError 400.
 */
export function checkLive({ type, live }: Application): void {
  const fault =
    type.isUnstructured && live ? checkTypes(type.merge, live, { allowsDuplicates: true }).fault : undefined;
  if (fault !== undefined) {
    throw badRequest(`failed to create typed live object (${describeObject({ ...live })}): ${fault}`);
  }
}

/** Checks the same of one without owners: it is to have one for everything in it. Throws StatusError 400. */
export function checkUnowned({ type, live }: Application): void {
  if (!type.isUnstructured || !live || live.metadata.managedFields?.length) return;
  const { fault } = checkTypes(type.merge, live, { allowsDuplicates: true });
  if (fault === undefined) return;
  throw badRequest(`${NO_OWNERS}failed to convert new object (${describeObject({ ...live })}) to smd typed: ${fault}`);
}

/**
 * Checks whether a configuration fits its type. Returns its members, as the fields they are for hold them; what an object
 * is belongs to no type, and to no owner. Throws StatusError 400.
 */
export function checkedMembers({ type, configuration }: Application): Plain {
  if (carriesOwners(configuration.metadata)) throw badRequest('metadata.managedFields must be nil');
  const { fault, hasWideIntegers } = checkTypes(type.merge, configuration);
  if (fault !== undefined) {
    throw badRequest(`failed to create typed patch object (${describeObject(configuration)}): ${fault}`);
  }
  const { kind: _kind, apiVersion: _apiVersion, ...members } = configuration;
  return hasWideIntegers ? (wrapIntegers(type.merge, members) as Plain) : members;
}

function carriesOwners(metadata: unknown): boolean {
  const owners = isPlain(metadata) ? metadata.managedFields : undefined;
  return Array.isArray(owners) && owners.every(isPlain);
}

/** Returns a configuration as messages name it: namespace, name and kind. */
export function describeObject(configuration: Plain): string {
  const metadata = isPlain(configuration.metadata) ? configuration.metadata : {};
  return `${textOf(metadata.namespace)}/${textOf(metadata.name)}; ${typeOf(configuration)}`;
}

/** Returns group, version and kind of a configuration; empty if the version is invalid. */
function typeOf({ apiVersion, kind }: Plain): string {
  const version = textOf(apiVersion);
  const slashes = version.split('/').length - 1;
  return slashes > 1 ? '/, Kind=' : `${slashed(version)}, Kind=${textOf(kind)}`;
}

/** Returns an apiVersion with its group, which may be empty, before a slash. */
export function slashed(apiVersion: string): string {
  return apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
