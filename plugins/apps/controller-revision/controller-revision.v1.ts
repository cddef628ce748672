import { ApiType, Field, ObjectMeta } from '../../../src/plugin-api/index.js';
import { AtLeast } from '../../../src/plugin-api/built-in.js';

/** Shape of v1.ControllerRevision. */
@ApiType({ name: 'k8s.io.api.apps.v1.ControllerRevision', doc: 'A former state of a workload, to return to.' })
export class ControllerRevision {
  apiVersion?: string;

  kind?: string;

  @Field(1, ObjectMeta, { doc: 'Name, labels and other metadata of the object.' })
  metadata: ObjectMeta;

  @Field(2, 'rawExtension', { doc: 'State of the owner at this revision, in the form of its controller.' })
  data?: Record<string, unknown>;

  @Field(3, 'int64', { always: true, required: true, doc: 'Place in the history of the owner; higher is newer.' })
  @AtLeast(0)
  revision: number;
}
