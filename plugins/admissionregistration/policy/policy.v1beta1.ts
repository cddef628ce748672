import { ApiType } from '../../../src/plugin-api/index.js';
import { ParamKind, ParamRef, Variable } from './policy.v1.js';

/** Shape of v1beta1.ParamKind. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ParamKind',
  doc: 'The kind of the objects a policy takes its parameters from.',
  inherits: true,
  mapType: 'atomic',
})
export class ParamKindV1beta1 extends ParamKind {}

/** Shape of v1beta1.ParamRef. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.ParamRef',
  doc: 'The objects a policy takes its parameters from.',
  inherits: true,
  mapType: 'atomic',
})
export class ParamRefV1beta1 extends ParamRef {}

/** Shape of v1beta1.Variable. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1beta1.Variable',
  doc: 'A name for an expression that others can use.',
  inherits: true,
  mapType: 'atomic',
})
export class VariableV1beta1 extends Variable {}
