import { ApiType, Field } from '../../../../src/plugin-api/index.js';
import { isConfigMapKey, Format, Required } from '../../../../src/plugin-api/built-in.js';
import { LocalObjectReference } from '../../reference/reference.v1.js';
import { ObjectFieldSelector, ResourceFieldSelector } from '../../volume/file-sources.v1.js';

/** Shape of v1.ConfigMapKeySelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.ConfigMapKeySelector',
  doc: 'One key of one ConfigMap.',
  embed: 1,
  mapType: 'atomic',
})
export class ConfigMapKeySelector extends LocalObjectReference {
  @Field(2, 'string', { always: true, required: true, doc: 'Key whose value is taken.' })
  @Required()
  @Format(isConfigMapKey)
  key: string;

  @Field(3, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.SecretKeySelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.SecretKeySelector',
  doc: 'One key of a Secret in the same namespace.',
  embed: 1,
  mapType: 'atomic',
})
export class SecretKeySelector extends LocalObjectReference {
  @Field(2, 'string', { always: true, required: true, doc: 'Key whose value is taken.' })
  @Required()
  @Format(isConfigMapKey)
  key: string;

  @Field(3, 'bool', { pointer: true, doc: 'Whether the Secret or the key may be missing.' })
  optional?: boolean;
}

/** Shape of v1.FileKeySelector. */
@ApiType({
  name: 'k8s.io.api.core.v1.FileKeySelector',
  doc: 'A variable in a file of a volume.',
  mapType: 'atomic',
})
export class FileKeySelector {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the volume, which is an emptyDir.' })
  volumeName: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Path of the file inside the volume, relative.' })
  path: string;

  @Field(3, 'string', { always: true, required: true, doc: 'Name of the variable in the file.' })
  key: string;

  @Field(4, 'bool', { pointer: true, default: false, doc: 'The pod starts without the file or the variable too.' })
  optional?: boolean;
}

/** Shape of v1.EnvVarSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.EnvVarSource',
  doc: 'Where the value of an environment variable comes from; only one may be set.',
})
export class EnvVarSource {
  @Field(1, ObjectFieldSelector, { pointer: true, doc: 'Field of the pod, such as metadata.name or status.podIP.' })
  fieldRef?: ObjectFieldSelector;

  @Field(2, ResourceFieldSelector, { pointer: true, doc: 'Resource request or limit of a container.' })
  resourceFieldRef?: ResourceFieldSelector;

  @Field(3, ConfigMapKeySelector, { pointer: true, doc: 'Entry of a ConfigMap in the namespace of the pod.' })
  configMapKeyRef?: ConfigMapKeySelector;

  @Field(4, SecretKeySelector, { pointer: true, doc: 'Entry of a Secret in the namespace of the pod.' })
  secretKeyRef?: SecretKeySelector;

  @Field(5, FileKeySelector, {
    since: '1.34',
    pointer: true,
    doc: 'Entry of a file of variables in a volume of the pod.',
  })
  fileKeyRef?: FileKeySelector;
}

/** Shape of v1.EnvVar. */
@ApiType({ name: 'k8s.io.api.core.v1.EnvVar', doc: 'An environment variable.' })
export class EnvVar {
  @Field(1, 'string', { always: true, required: true, doc: 'Name of the variable.' })
  @Required()
  name: string;

  @Field(2, 'string', { doc: 'Text it is set to; $(NAME) stands for variables that are defined before.' })
  value?: string;

  @Field(3, EnvVarSource, { pointer: true, doc: 'Where the value is taken from.' })
  valueFrom?: EnvVarSource;
}

/** Shape of v1.ConfigMapEnvSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.ConfigMapEnvSource',
  doc: 'Environment variables from all keys of a ConfigMap.',
  embed: 1,
})
export class ConfigMapEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.SecretEnvSource. */
@ApiType({
  name: 'k8s.io.api.core.v1.SecretEnvSource',
  doc: 'A Secret whose entries become environment variables.',
  embed: 1,
})
export class SecretEnvSource extends LocalObjectReference {
  @Field(2, 'bool', { pointer: true, doc: 'Whether it may be missing.' })
  optional?: boolean;
}

/** Shape of v1.EnvFromSource. */
@ApiType({ name: 'k8s.io.api.core.v1.EnvFromSource', doc: 'Source of a whole set of environment variables.' })
export class EnvFromSource {
  @Field(1, 'string', { doc: 'Text put in front of every key to form the variable name.' })
  prefix?: string;

  @Field(2, ConfigMapEnvSource, { pointer: true, doc: 'ConfigMap whose entries become environment variables.' })
  configMapRef?: ConfigMapEnvSource;

  @Field(3, SecretEnvSource, { pointer: true, doc: 'Secret whose entries become environment variables.' })
  secretRef?: SecretEnvSource;
}
