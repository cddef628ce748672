import { ApiType, Field } from '../../../src/plugin-api/index.js';
import { Required } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.TopologySelectorLabelRequirement. */
@ApiType({ name: 'k8s.io.api.core.v1.TopologySelectorLabelRequirement', doc: 'Values that a label may have.' })
export class TopologySelectorLabelRequirement {
  @Field(1, 'string', { always: true, required: true, doc: 'Key of the label.' })
  key: string;

  @Field(2, 'string', { list: true, always: true, required: true, doc: 'Values, one of which it has to have.' })
  @Required()
  values?: string[];
}

/** Shape of v1.TopologySelectorTerm. */
@ApiType({
  name: 'k8s.io.api.core.v1.TopologySelectorTerm',
  doc: 'Selects places by the labels of their nodes.',
  mapType: 'atomic',
})
export class TopologySelectorTerm {
  @Field(1, TopologySelectorLabelRequirement, { list: true, doc: 'What the labels have to be, all of it.' })
  matchLabelExpressions?: TopologySelectorLabelRequirement[];
}
