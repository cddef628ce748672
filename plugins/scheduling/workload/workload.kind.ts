import { type Strategy, ageColumn, defineKind, nameColumn } from '../../../src/plugin-api/index.js';
import { dropGroupFields } from '../group-policy/gated-fields.js';
import { workloadFromV1alpha1 } from './workload.conversion.js';
import { WorkloadV1alpha1Type } from './workload.v1alpha1.js';
import { Workload } from './workload.v1alpha2.js';
import { validateWorkload, validateWorkloadUpdate } from './workload.validation.js';

const GATE = 'GenericWorkload';

/** The rules of workloads. */
const strategy: Strategy<Workload> = {
  repeatedMetadataCheck: 'change',
  prepareForCreate: (workload, { isEnabled }) => dropFields(workload, undefined, isEnabled),
  prepareForUpdate: (workload, old, { isEnabled }) => dropFields(workload, old, isEnabled),
  validate: validateWorkload,
  validateUpdate: validateWorkloadUpdate,
};

/** Workload: pods that are scheduled with regard to one another. */
export const workloadKind = defineKind<Workload>({
  kind: 'Workload',
  plural: 'workloads',
  namespaced: true,
  versions: [
    { name: 'v1alpha2', type: Workload, onByDefault: false, featureGate: GATE, introduced: '1.36' },
    {
      name: 'v1alpha1',
      type: WorkloadV1alpha1Type,
      conversion: workloadFromV1alpha1,
      onByDefault: false,
      featureGate: GATE,
      introduced: '1.35',
      removed: '1.36',
    },
  ],
  storageVersion: 'v1alpha2',
  quirks: { storedAs: [{ until: '1.35', version: 'v1alpha1' }] },
  storagePrefix: 'workloads',
  strategy,
  columns: [nameColumn(), ageColumn()],
});

function dropFields({ spec }: Workload, old: Workload | undefined, isEnabled: (gate: string) => boolean): void {
  const stored = new Map((old?.spec.podGroupTemplates ?? []).map((template) => [template.name, template]));
  for (const template of spec.podGroupTemplates ?? []) dropGroupFields(template, stored.get(template.name), isEnabled);
}
