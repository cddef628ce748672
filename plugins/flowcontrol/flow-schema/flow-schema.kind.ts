import { defineKind } from '../../../src/plugin-api/index.js';
import { flowSchemaColumns } from './flow-schema.columns.js';
import { FlowSchema } from './flow-schema.v1.js';
import { validateFlowSchema, validateFlowSchemaStatus } from './flow-schema.validation.js';

const VERSIONS = ['v1beta1', 'v1beta2', 'v1beta3'];

/** FlowSchema: tells which requests belong together and which priority level they have. */
export const flowSchemaKind = defineKind<FlowSchema>({
  kind: 'FlowSchema',
  plural: 'flowschemas',
  namespaced: false,
  versions: [{ name: 'v1', type: FlowSchema, introduced: '1.29' }],
  formerVersions: VERSIONS.map((version) => `flowcontrol.apiserver.k8s.io/${version}`),
  storageVersion: 'v1',
  storagePrefix: 'flowschemas',
  strategy: {
    validate: validateFlowSchema,
    validateUpdate: validateFlowSchema,
    validateStatusUpdate: validateFlowSchemaStatus,
  },
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: [
    'spec',
    'metadata.labels',
    'metadata.annotations',
    'metadata.finalizers',
    'metadata.ownerReferences',
  ],
  columns: flowSchemaColumns,
  allowUnconditionalUpdate: true,
});
