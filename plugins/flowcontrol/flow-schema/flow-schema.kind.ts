import { defineKind } from '../../../src/plugin-api/index.js';
import { flowSchemaColumns } from './flow-schema.columns.js';
import { FORMER_FLOW_SCHEMA_VERSIONS } from './flow-schema.former-versions.js';
import { FlowSchema } from './flow-schema.v1.js';
import { validateFlowSchema, validateFlowSchemaStatus } from './flow-schema.validation.js';

/** FlowSchema: classifies requests and assigns them a priority level. */
export const flowSchemaKind = defineKind<FlowSchema>({
  kind: 'FlowSchema',
  plural: 'flowschemas',
  namespaced: false,
  versions: [{ name: 'v1', type: FlowSchema, introduced: '1.29' }, ...FORMER_FLOW_SCHEMA_VERSIONS],
  storageVersion: 'v1',
  storagePrefix: 'flowschemas',
  strategy: {
    repeatedMetadataCheck: 'object',
    validate: validateFlowSchema,
    validateUpdate: validateFlowSchema,
    validateStatusUpdate: validateFlowSchemaStatus,
  },
  hasStatus: true,
  resetFields: ['status'],
  statusResetFields: ['spec', 'metadata'],
  columns: flowSchemaColumns,
  allowUnconditionalUpdate: true,
});
