import { invalid, required, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import {
  notFoundField,
  textSince,
  isEnvVarName,
  isRelaxedEnvVarName,
  fieldChecker,
} from '../../../../src/plugin-api/built-in.js';
import {
  ConfigMapKeySelector,
  type EnvFromSource,
  EnvVar,
  type FileKeySelector,
  type SecretKeySelector,
} from '../shape/environment.v1.js';
import { check, checkDescendingPath, checkLabel, checkSubdomain, checkSubdomainPrefix } from './checks.js';
import { ENV_FIELD_PATHS, validateFieldSelector, validateResourceSelector } from './field-selectors.js';
import type { Container } from '../shape/container.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';
import type { PodRules } from './rules.js';

const checkVariable = fieldChecker(EnvVar);
const checkKey = fieldChecker(ConfigMapKeySelector);
const RELAXED_NAMES = 'RelaxedEnvironmentVariableValidation';

/** Checks environment variables of a container. */
export function validateEnv(env: readonly EnvVar[] | undefined, path: FieldPath, rules: PodRules): FieldError[] {
  return (env ?? []).flatMap((variable, i) => [
    ...checkVariable(variable, path.index(i)),
    ...(variable.name ? checkVariableName(variable.name, path.index(i).child('name'), rules) : []),
    ...validateSource(variable, path.index(i).child('valueFrom')),
  ]);
}

function checkVariableName(name: string, path: FieldPath, rules: PodRules): FieldError[] {
  return check(name, path, rules.isEnabled(RELAXED_NAMES) ? isRelaxedEnvVarName : isEnvVarName);
}

function validateSource(variable: EnvVar, path: FieldPath): FieldError[] {
  const source = variable.valueFrom;
  if (!source) return [];
  const errors: FieldError[] = [];
  if (source.fieldRef) errors.push(...validateFieldSelector(source.fieldRef, ENV_FIELD_PATHS, path.child('fieldRef')));
  if (source.resourceFieldRef) {
    const options = { needsContainer: false };
    errors.push(...validateResourceSelector(source.resourceFieldRef, path.child('resourceFieldRef'), options));
  }
  for (const name of ['configMapKeyRef', 'secretKeyRef'] as const) {
    const selector = source[name];
    if (selector) errors.push(...validateKeySelector(selector, path.child(name)));
  }
  if (source.fileKeyRef) errors.push(...validateFileSelector(source.fileKeyRef, path.child('fileKeyRef')));
  return [...errors, ...sourceCountErrors(Object.values(source).filter(Boolean).length, variable, path)];
}

function sourceCountErrors(count: number, variable: EnvVar, path: FieldPath): FieldError[] {
  if (count === 0) {
    const text = textSince(
      '1.35',
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`',
      'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`',
    );
    return [invalid(path, '', text)];
  }
  if (variable.value) return [invalid(path, '', 'may not be specified when `value` is not empty')];
  return count > 1 ? [invalid(path, '', 'may not have more than one field specified at a time')] : [];
}

function validateKeySelector(selector: ConfigMapKeySelector | SecretKeySelector, path: FieldPath): FieldError[] {
  return [...checkSubdomain(selector.name ?? '', path.child('name')), ...checkKey(selector, path)];
}

function validateFileSelector({ key, volumeName, path: file }: FileKeySelector, path: FieldPath): FieldError[] {
  const [keyPath, namePath, filePath] = (['key', 'volumeName', 'path'] as const).map((name) => path.child(name));
  return [
    ...(key ? check(key, keyPath, isRelaxedEnvVarName) : [required(keyPath)]),
    ...(volumeName ? checkLabel(volumeName, namePath) : [required(namePath)]),
    ...(file ? checkDescendingPath(file, filePath) : [required(filePath)]),
  ];
}

/** Checks that the volumes of files with environment variables exist, and are empty at the start of the pod. */
export function validateFileVolumes(spec: PodSpec, path: FieldPath): FieldError[] {
  const named: NamedVolume[] = [];
  for (const list of ['initContainers', 'containers'] as const) addVolumeNames(named, spec[list], path.child(list));
  if (named.length === 0) return [];
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name, volume]));
  return named.flatMap(({ name = '', place }) => {
    const volume = volumes.get(name);
    if (!volume) return [notFoundField(place, name)];
    return volume.emptyDir ? [] : [invalid(place, name, 'referenced volume must be of type emptyDir')];
  });
}

/** Adds the volumes that variables of containers are read from. */
function addVolumeNames(named: NamedVolume[], containers: readonly Container[] | undefined, path: FieldPath): void {
  containers?.forEach(({ env }, i) =>
    env?.forEach(({ valueFrom }, j) => {
      if (!valueFrom?.fileKeyRef) return;
      const place = path.index(i).child('env').index(j).child('valueFrom', 'fileKeyRef', 'volumeName');
      named.push({ name: valueFrom.fileKeyRef.volumeName, place });
    }),
  );
}

interface NamedVolume {
  readonly name: string | undefined;
  readonly place: FieldPath;
}

/** Checks sources of whole sets of environment variables. */
export function validateEnvFrom(
  sources: readonly EnvFromSource[] | undefined,
  path: FieldPath,
  rules: PodRules,
): FieldError[] {
  return (sources ?? []).flatMap((source, i) => {
    const place = path.index(i);
    const errors = source.prefix ? checkVariableName(source.prefix, place.child('prefix'), rules) : [];
    let count = 0;
    for (const name of ['configMapRef', 'secretRef'] as const) {
      const reference = source[name];
      if (!reference) continue;
      count++;
      errors.push(...validateSourceName(reference.name ?? '', place.child(name, 'name')));
    }
    if (count === 0) errors.push(invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`'));
    if (count > 1) errors.push(invalid(path, '', 'may not have more than one field specified at a time'));
    return errors;
  });
}

function validateSourceName(name: string, path: FieldPath): FieldError[] {
  return name === '' ? [required(path)] : checkSubdomainPrefix(name, path);
}
