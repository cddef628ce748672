import { ApiType, type KindVersion, sameShape } from '../../../src/plugin-api/index.js';
import { FORMER_FLOWCONTROL_VERSIONS } from '../former-versions.js';
import { FlowSchema } from './flow-schema.v1.js';

/** FlowSchema as flowcontrol.apiserver.k8s.io/v1beta1 had it. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1beta1.FlowSchema', inherits: true })
class FlowSchemaV1beta1 extends FlowSchema {}

/** FlowSchema as flowcontrol.apiserver.k8s.io/v1beta2 had it. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1beta2.FlowSchema', inherits: true })
class FlowSchemaV1beta2 extends FlowSchema {}

/** FlowSchema as flowcontrol.apiserver.k8s.io/v1beta3 had it. */
@ApiType({ name: 'k8s.io.api.flowcontrol.v1beta3.FlowSchema', inherits: true })
class FlowSchemaV1beta3 extends FlowSchema {}

const { v1beta1, v1beta2, v1beta3 } = FORMER_FLOWCONTROL_VERSIONS;

/** The versions of flow schemas before v1, all of the same shape. */
export const FORMER_FLOW_SCHEMA_VERSIONS: readonly KindVersion[] = [
  { ...v1beta3('FlowSchema'), type: FlowSchemaV1beta3, conversion: sameShape },
  { ...v1beta2('FlowSchema'), type: FlowSchemaV1beta2, conversion: sameShape },
  { ...v1beta1('FlowSchema'), type: FlowSchemaV1beta1, conversion: sameShape },
];
