import { nameColumn, type Column } from '../../../src/plugin-api/index.js';
import { formatMap } from '../../../src/plugin-api/built-in.js';
import { containerColumns } from '../pod/workload-template.js';
import type { PodTemplate } from './pod-template.v1.js';

/** The columns of `kubectl get podtemplates`. */
export const podTemplateColumns: readonly Column<PodTemplate>[] = [
  nameColumn(),
  ...containerColumns<PodTemplate>(({ template }) => template, 0),
  {
    name: 'Pod Labels',
    type: 'string',
    description: 'Labels of the pods.',
    cell: ({ template }) => formatMap(template?.metadata?.labels),
  },
];
