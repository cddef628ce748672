import { type FieldError, type FieldPath, invalid, required, tooLong } from '../../../src/plugin-api/index.js';
import { hasRule } from '../../../src/plugin-api/built-in.js';
import type { DeviceAttribute } from './resource-slice.v1.js';

const MAX_VALUE_BYTES = 64;
const ONE_VALUE = 'exactly one value must be specified';

/** Checks one property of a device. */
export function validateAttribute(attribute: DeviceAttribute, path: FieldPath): FieldError[] {
  const { string, version, bools, ints, strings, versions } = attribute;
  return [
    ...(string === undefined ? [] : lengthErrors(string, path.child('string'))),
    ...(version === undefined ? [] : versionErrors(version, path.child('version'))),
    ...emptyErrors({ bools, ints }, path),
    ...emptyErrors({ strings }, path),
    ...(strings ?? []).flatMap((each, i) => lengthErrors(each, path.child('strings').index(i))),
    ...emptyErrors({ versions }, path),
    ...(versions ?? []).flatMap((each, i) => versionErrors(each, path.child('versions').index(i))),
    ...countErrors(attribute, path),
  ];
}

function emptyErrors(lists: Readonly<Record<string, readonly unknown[] | undefined>>, path: FieldPath): FieldError[] {
  return Object.entries(lists).flatMap(([name, list]) =>
    list?.length === 0 ? [invalid(path.child(name), list, 'must not be empty if specified')] : [],
  );
}

function countErrors(attribute: DeviceAttribute, path: FieldPath): FieldError[] {
  const values: readonly unknown[] = Object.values(attribute);
  const count = values.filter((value) => value !== undefined && value !== null).length;
  if (count === 1) return [];
  if (count > 1) return [invalid(path, attribute, ONE_VALUE)];
  return [hasRule({ since: '1.35' }) ? invalid(path, '', ONE_VALUE) : required(path, ONE_VALUE)];
}

/** Returns how many values the properties of a device have: those in lists count one by one. */
export function countValues(attributes: Readonly<Record<string, DeviceAttribute>>): number {
  let count = 0;
  for (const { bools = [], ints = [], strings = [], versions = [] } of Object.values(attributes)) {
    count += bools.length + ints.length + strings.length + versions.length || 1;
  }
  return count;
}

function versionErrors(version: string, path: FieldPath): FieldError[] {
  const text = 'must be a string compatible with semver.org spec 2.0.0';
  const errors = isSemanticVersion(version) ? [] : [invalid(path, version, text)];
  return [...errors, ...lengthErrors(version, path)];
}

function lengthErrors(text: string, path: FieldPath): FieldError[] {
  return Buffer.byteLength(text) > MAX_VALUE_BYTES ? [tooLong(path, MAX_VALUE_BYTES)] : [];
}

/** Taken apart by hand, so that no text can take long. */
function isSemanticVersion(text: string): boolean {
  const [beforeBuild, ...builds] = text.split('+');
  const dash = beforeBuild.indexOf('-');
  const core = (dash < 0 ? beforeBuild : beforeBuild.slice(0, dash)).split('.');
  const early = dash < 0 ? [] : beforeBuild.slice(dash + 1).split('.');
  const isNumber = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);
  const isWord = (part: string): boolean => /^[0-9a-zA-Z-]+$/.test(part);
  return (
    core.length === 3 &&
    core.every(isNumber) &&
    early.every((part) => isWord(part) && (isNumber(part) || /\D/.test(part))) &&
    builds.length <= 1 &&
    builds.every((build) => build.split('.').every(isWord))
  );
}
