import {
  forbidden,
  invalid,
  required,
  validateLabelSelector,
  type FieldError,
  type FieldPath,
} from '../../../src/plugin-api/index.js';
import { fieldChecker } from '../../../src/plugin-api/built-in.js';
import { checkFilePath, checkSet, checkSubdomain } from '../pod/validation/checks.js';
import {
  FILE_FIELD_PATHS,
  validateFieldSelector,
  validateResourceSelector,
} from '../pod/validation/field-selectors.js';
import { validateSignerName } from './signer-name.js';
import {
  ClusterTrustBundleProjection,
  ConfigMapVolumeSource,
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  ProjectedVolumeSource,
  SecretVolumeSource,
  ServiceAccountTokenProjection,
  type VolumeProjection,
} from './file-sources.v1.js';

const checkSecret = fieldChecker(SecretVolumeSource);
const checkConfigMap = fieldChecker(ConfigMapVolumeSource);
const checkDownward = fieldChecker(DownwardAPIVolumeSource);
const checkProjected = fieldChecker(ProjectedVolumeSource);
const checkItem = fieldChecker(KeyToPath);
const checkFile = fieldChecker(DownwardAPIVolumeFile);
const checkToken = fieldChecker(ServiceAccountTokenProjection);
const checkTrustBundle = fieldChecker(ClusterTrustBundleProjection);

/** Checks files made from a Secret. */
export function validateSecretSource(source: SecretVolumeSource, path: FieldPath): FieldError[] {
  return [...checkSecret(source, path, 'secretName', 'defaultMode'), ...itemErrors(source.items, path.child('items'))];
}

/** Checks files made from a ConfigMap. */
export function validateConfigMapSource(source: ConfigMapVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...checkSet(source.name, path.child('name')),
    ...checkConfigMap(source, path),
    ...itemErrors(source.items, path.child('items')),
  ];
}

/** Checks files that show fields of the pod. */
export function validateDownwardSource(source: DownwardAPIVolumeSource, path: FieldPath): FieldError[] {
  return [...checkDownward(source, path), ...(source.items ?? []).flatMap((file) => fileErrors(file, path))];
}

function itemErrors(items: readonly KeyToPath[] | undefined, path: FieldPath): FieldError[] {
  return (items ?? []).flatMap((item, i) => oneItemErrors(item, path.index(i)));
}

function oneItemErrors(item: KeyToPath, path: FieldPath): FieldError[] {
  return [
    ...checkItem(item, path, 'key', 'path'),
    ...checkFilePath(item.path, path.child('path')),
    ...checkItem(item, path, 'mode'),
  ];
}

function fileErrors(file: DownwardAPIVolumeFile, path: FieldPath): FieldError[] {
  return [
    ...checkFile(file, path, 'path'),
    ...checkFilePath(file.path, path.child('path')),
    ...fileSourceErrors(file, path),
    ...checkFile(file, path, 'mode'),
  ];
}

function fileSourceErrors({ fieldRef, resourceFieldRef }: DownwardAPIVolumeFile, path: FieldPath): FieldError[] {
  if (fieldRef) {
    const errors = validateFieldSelector(fieldRef, FILE_FIELD_PATHS, path.child('fieldRef'));
    const text = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    return resourceFieldRef ? [...errors, invalid(path, 'resource', text)] : errors;
  }
  if (!resourceFieldRef) return [required(path, 'one of fieldRef and resourceFieldRef is required')];
  return validateResourceSelector(resourceFieldRef, path.child('resourceFieldRef'), { needsContainer: true });
}

/** Checks files from several sources in one directory; no two may have the same path. */
export function validateProjectedSource(projected: ProjectedVolumeSource, path: FieldPath): FieldError[] {
  const taken = new Set<string>();
  return [
    ...checkProjected(projected, path),
    ...(projected.sources ?? []).flatMap((source, i) => {
      const place = path.child('sources').index(i);
      const count = Object.values(source).filter(Boolean).length;
      const errors = projectionErrors(source, place, { taken, path });
      return count > 1 ? [...errors, forbidden(place, 'may not specify more than 1 volume type per source')] : errors;
    }),
  ];
}

/** The volume that projections fill, and the file paths already given away. */
interface ProjectedFiles {
  readonly taken: Set<string>;
  readonly path: FieldPath;
}

function projectionErrors(source: VolumeProjection, path: FieldPath, files: ProjectedFiles): FieldError[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  const errors: FieldError[] = [];
  if (secret) errors.push(...keyedErrors(secret, path.child('secret'), files));
  if (configMap) errors.push(...keyedErrors(configMap, path.child('configMap'), files));
  for (const file of downwardAPI?.items ?? []) {
    errors.push(...fileErrors(file, path.child('downwardAPI')), ...conflictErrors(file.path, file.path, files));
  }
  if (serviceAccountToken) errors.push(...tokenErrors(serviceAccountToken, path.child('serviceAccountToken'), files));
  if (clusterTrustBundle) {
    errors.push(...trustBundleErrors(clusterTrustBundle, path.child('clusterTrustBundlePEM')));
    errors.push(...conflictErrors(clusterTrustBundle.path, clusterTrustBundle.path, files));
  }
  return errors;
}

function keyedErrors(
  source: { name?: string; items?: readonly KeyToPath[] },
  path: FieldPath,
  files: ProjectedFiles,
): FieldError[] {
  return [
    ...checkSet(source.name, path.child('name')),
    ...(source.items ?? []).flatMap((item, i) => [
      ...oneItemErrors(item, path.child('items').index(i)),
      ...conflictErrors(item.path, source.name ?? '', files),
    ]),
  ];
}

function conflictErrors(file: string, shown: string, { taken, path }: ProjectedFiles): FieldError[] {
  if (!file) return [];
  if (taken.has(file)) return [invalid(path, shown, 'conflicting duplicate paths')];
  taken.add(file);
  return [];
}

// The reference reports the file's path at the volume, not at the projection.
function tokenErrors(token: ServiceAccountTokenProjection, path: FieldPath, files: ProjectedFiles): FieldError[] {
  const errors = checkToken(token, path);
  if (!token.path) return [...errors, required(files.path.child('path'))];
  return [...errors, ...checkFilePath(token.path, files.path.child('path'))];
}

function trustBundleErrors(bundle: ClusterTrustBundleProjection, path: FieldPath): FieldError[] {
  return [
    ...bundleChoiceErrors(bundle, path),
    ...checkTrustBundle(bundle, path),
    ...checkFilePath(bundle.path, path.child('path')),
  ];
}

function bundleChoiceErrors(bundle: ClusterTrustBundleProjection, path: FieldPath): FieldError[] {
  const { name, signerName, labelSelector } = bundle;
  if (name !== undefined && signerName !== undefined) {
    return [invalid(path, bundle, 'only one of name and signerName may be used')];
  }
  if (name !== undefined) {
    const errors = name === '' ? [required(path.child('name'), 'must be a valid object name')] : [];
    if (name !== '') errors.push(...checkSubdomain(name.replaceAll(':', '.'), path.child('name')));
    if (labelSelector) {
      const text = 'labelSelector must be unset if name is specified';
      errors.push(invalid(path.child('labelSelector'), labelSelector, text));
    }
    return errors;
  }
  if (signerName === undefined) return [required(path, 'either name or signerName must be specified')];
  if (signerName === '') return [required(path.child('signerName'), 'must be a valid signer name')];
  return [
    ...validateSignerName(path.child('signerName'), signerName),
    ...validateLabelSelector(labelSelector, path.child('labelSelector')),
  ];
}
