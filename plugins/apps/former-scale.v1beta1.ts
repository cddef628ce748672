import { ApiType, type ApiClass, type ApiObject, Field, LabelMatcher, ObjectMeta } from '../../src/plugin-api/index.js';
import { type ScaleForm } from '../../src/plugin-api/built-in.js';

/** Shape of v1beta1.ScaleSpec. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.ScaleSpec', doc: 'How many pods are wanted.' })
class FormerScaleSpec {
  @Field(1, 'int32', { doc: 'Number of pods that are wanted.' })
  replicas?: number;
}

/** Shape of v1beta1.ScaleStatus. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.ScaleStatus', doc: 'How many pods there are.' })
class FormerScaleStatus {
  @Field(1, 'int32', { always: true, required: true, doc: 'Number of pods there are.' })
  replicas: number;

  @Field(2, 'string', {
    map: true,
    mapType: 'atomic',
    variants: [{ until: '1.21', mapType: undefined }],
    doc: 'Labels of the pods, if the selector has only equality requirements.',
  })
  selector?: Record<string, string>;

  @Field(3, 'string', { doc: 'Labels by which pods are found, in text form.' })
  targetSelector?: string;
}

/** Scale as extensions/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.extensions.v1beta1.Scale', doc: 'Wanted and actual size of a workload.' })
class ScaleExtensions {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, FormerScaleSpec, { doc: 'How many pods are wanted.' })
  spec?: FormerScaleSpec;

  @Field(3, FormerScaleStatus, { doc: 'How many pods there are.' })
  status?: FormerScaleStatus;
}

/** Scale as apps/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta1.Scale', inherits: true })
class ScaleAppsV1beta1 extends ScaleExtensions {}

/** Scale as apps/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.apps.v1beta2.Scale', inherits: true })
class ScaleAppsV1beta2 extends ScaleExtensions {}

function formOf(group: string, version: string, type: ApiClass<ScaleExtensions>): ScaleForm {
  return {
    group,
    version,
    type: type as ApiClass<ApiObject>,
    show: ({ status, ...scale }) => {
      const { replicas = 0, selector: targetSelector = '' } = status ?? {};
      return { ...scale, status: { replicas, selector: labelsIn(targetSelector), targetSelector } } as ApiObject;
    },
    read: (sent) => {
      const { status, ...scale } = sent as ScaleExtensions;
      return { ...scale, status: { replicas: status?.replicas ?? 0, selector: status?.targetSelector } };
    },
  };
}

/** The labels of a selector that asks for nothing but labels. */
function labelsIn(text: string): Record<string, string> | undefined {
  const { requirements } = LabelMatcher.parse(text);
  const isPlain = requirements.every(({ operator, values }) => operator === '=' && values.length === 1);
  return isPlain ? Object.fromEntries(requirements.map(({ key, values }) => [key, values[0]])) : undefined;
}

/** How each former version showed scales. */
export const FORMER_SCALES = {
  extensions: formOf('extensions', 'v1beta1', ScaleExtensions),
  v1beta1: formOf('apps', 'v1beta1', ScaleAppsV1beta1),
  v1beta2: formOf('apps', 'v1beta2', ScaleAppsV1beta2),
} as const;
