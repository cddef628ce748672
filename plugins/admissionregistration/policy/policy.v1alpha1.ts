import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { defaultParamRef } from './policy.defaults.js';
import { ParamKind, Variable } from './policy.v1.js';

/** Shape of v1alpha1.ParamKind. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ParamKind',
  doc: 'The kind of the objects a policy takes its parameters from.',
  inherits: true,
  mapType: 'atomic',
})
export class ParamKindV1alpha1 extends ParamKind {}

/** Shape of v1alpha1.ParamRef. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.ParamRef',
  doc: 'The objects a policy takes its parameters from.',
  defaults: defaultParamRef,
  mapType: 'atomic',
})
export class ParamRefV1alpha1 {
  @Field(1, 'string', { doc: 'Name of the object; not together with selector.' })
  name?: string;

  @Field(2, 'string', { doc: 'Namespace of the objects; that of the request when unset.' })
  namespace?: string;

  @Field(3, LabelSelector, { since: '1.28', pointer: true, doc: 'Labels of the objects; not together with name.' })
  selector?: LabelSelector;

  @Field(4, 'string', {
    since: '1.28',
    pointer: true,
    enum: ['Allow', 'Deny'],
    alias: 'v1alpha1.ParameterNotFoundActionType',
    doc: 'What happens when there is no such object: Allow or Deny.',
  })
  parameterNotFoundAction?: string;
}

/** Shape of v1alpha1.Variable. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1alpha1.Variable',
  doc: 'A name for an expression that others can use.',
  inherits: true,
})
export class VariableV1alpha1 extends Variable {}
