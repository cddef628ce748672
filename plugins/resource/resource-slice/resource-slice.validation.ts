import {
  type FieldError,
  FieldPath,
  invalid,
  isDns1123Subdomain,
  required,
  tooLong,
} from '../../../src/plugin-api/index.js';
import { validateImmutable } from '../../../src/plugin-api/built-in.js';
import { validateNodeSelector } from '../../core/index.js';
import {
  validateDriverName,
  validateLabel,
  validateList,
  validatePoolName,
  validatePropertyName,
} from '../names.validation.js';
import type {
  BasicDevice,
  Device,
  DeviceAttribute,
  ResourceSlice,
  ResourceSliceSpec,
} from './resource-slice.v1beta1.js';

const SPEC = FieldPath.of('spec');
const MAX_DEVICES = 128;
const MAX_PROPERTIES = 32;
const MAX_VALUE_BYTES = 64;
const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required';

/** Checks which devices a driver offers, and where. */
export function validateSlice({ spec }: ResourceSlice, old?: ResourceSlice): FieldError[] {
  return [
    ...validateDriverName(spec.driver, SPEC.child('driver')),
    ...poolErrors(spec),
    ...(old ? immutableErrors(spec, old.spec) : []),
    ...placeErrors(spec),
    ...validateList(spec.devices, SPEC.child('devices'), {
      max: MAX_DEVICES,
      check: deviceErrors,
      key: ({ name }) => name,
      member: 'name',
    }),
  ];
}

function poolErrors({ pool }: ResourceSliceSpec): FieldError[] {
  const path = SPEC.child('pool');
  const { name, generation, resourceSliceCount: count } = pool;
  const errors = validatePoolName(name, path.child('name'));
  if (count <= 0) errors.push(invalid(path.child('resourceSliceCount'), count, 'must be greater than zero'));
  if (generation < 0) {
    errors.push(invalid(path.child('generation'), generation, 'must be greater than or equal to zero'));
  }
  return errors;
}

function immutableErrors(spec: ResourceSliceSpec, old: ResourceSliceSpec): FieldError[] {
  return [
    ...validateImmutable(spec.pool.name, old.pool.name, SPEC.child('pool', 'name')),
    ...validateImmutable(spec.driver, old.driver, SPEC.child('driver')),
    ...validateImmutable(spec.nodeName ?? '', old.nodeName ?? '', SPEC.child('nodeName')),
  ];
}

function placeErrors({ nodeName = '', nodeSelector, allNodes }: ResourceSliceSpec): FieldError[] {
  const given: string[] = [];
  const errors: FieldError[] = [];
  if (nodeName !== '') {
    given.push('`nodeName`');
    errors.push(...isDns1123Subdomain(nodeName).map((message) => invalid(SPEC.child('nodeName'), nodeName, message)));
  }
  if (nodeSelector) {
    given.push('`nodeSelector`');
    const path = SPEC.child('nodeSelector');
    errors.push(...validateNodeSelector(nodeSelector, path));
    if (nodeSelector.nodeSelectorTerms?.length !== 1) {
      const terms = nodeSelector.nodeSelectorTerms ?? [];
      errors.push(invalid(path.child('nodeSelectorTerms'), terms, 'must have exactly one node selector term'));
    }
  }
  if (allNodes) given.push('`allNodes`');
  if (given.length === 0) return [...errors, required(SPEC, ONE_OF)];
  if (given.length === 1) return errors;
  return [...errors, invalid(SPEC, `{${given.join(', ')}}`, `${ONE_OF}, but multiple fields are set`)];
}

function deviceErrors({ name, basic }: Device, path: FieldPath): FieldError[] {
  const errors = validateLabel(name, path.child('name'));
  return basic ? [...errors, ...basicErrors(basic, path.child('basic'))] : [...errors, required(path.child('basic'))];
}

function basicErrors({ attributes = {}, capacity = {} }: BasicDevice, path: FieldPath): FieldError[] {
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  const errors = Object.entries(attributes).flatMap(([name, attribute]) => {
    const place = path.child('attributes').key(name);
    return [...validatePropertyName(name, place), ...attributeErrors(attribute, place)];
  });
  for (const name of Object.keys(capacity)) {
    errors.push(...validatePropertyName(name, path.child('capacity').key(name)));
  }
  if (count <= MAX_PROPERTIES) return errors;
  const text = `the total number of attributes and capacities must not exceed ${MAX_PROPERTIES}`;
  return [...errors, invalid(path, count, text)];
}

function attributeErrors(attribute: DeviceAttribute, path: FieldPath): FieldError[] {
  const { string, version } = attribute;
  const given = Object.values(attribute).filter((value) => value !== undefined && value !== null).length;
  const errors = string === undefined ? [] : lengthErrors(string, path.child('string'));
  if (version !== undefined) {
    const place = path.child('version');
    const text = 'must be a string compatible with semver.org spec 2.0.0';
    if (!isSemanticVersion(version)) errors.push(invalid(place, version, text));
    errors.push(...lengthErrors(version, place));
  }
  if (given === 0) errors.push(required(path, 'exactly one value must be specified'));
  if (given > 1) errors.push(invalid(path, attribute, 'exactly one value must be specified'));
  return errors;
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
