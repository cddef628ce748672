import { ApiType, Field, LabelSelector } from '../../../src/plugin-api/index.js';
import { isPathSegmentName, Format, OneOf, Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.ParamKind. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ParamKind',
  doc: 'The kind of the objects a policy takes its parameters from.',
  mapType: 'atomic',
})
export class ParamKind {
  @Field(1, 'string', { doc: 'Group and version of the parameters.' })
  apiVersion?: string;

  @Field(2, 'string', { doc: 'Kind of the parameters.' })
  kind?: string;
}

/** Shape of v1.ParamRef. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.ParamRef',
  doc: 'The objects a policy takes its parameters from.',
  mapType: 'atomic',
})
export class ParamRef {
  @Field(1, 'string', { doc: 'Name of the object; not together with selector.' })
  @Format(isPathSegmentName)
  name?: string;

  @Field(2, 'string', { doc: 'Namespace of the objects; that of the request when unset.' })
  namespace?: string;

  @Field(3, LabelSelector, { since: '1.28', pointer: true, doc: 'Labels of the objects; not together with name.' })
  selector?: LabelSelector;

  @Field(4, 'string', {
    since: '1.28',
    pointer: true,
    alias: 'v1.ParameterNotFoundActionType',
    doc: 'What happens when there is no such object: Allow or Deny.',
  })
  @Required(undefined, { ofEmpty: true })
  @OneOf('Deny', 'Allow')
  parameterNotFoundAction?: string;
}

/** Shape of v1.Variable. */
@ApiType({
  name: 'k8s.io.api.admissionregistration.v1.Variable',
  doc: 'A name for an expression that others can use.',
  mapType: 'atomic',
})
export class Variable {
  @Field(1, 'string', { always: true, required: true, doc: 'Name under which others use it.' })
  name: string;

  @Field(2, 'string', { always: true, required: true, doc: 'Gives the value.' })
  expression: string;
}
