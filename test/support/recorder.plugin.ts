import {
  type AdmissionAttributes,
  AdmissionPlugin,
  ApiGroupPlugin,
  type ApiObject,
} from '../../src/plugin-api/index.js';

/** The admission attributes of a write. */
export interface RecordedWrite extends Pick<
  AdmissionAttributes,
  'operation' | 'kind' | 'resource' | 'subresource' | 'namespace' | 'name' | 'dryRun' | 'options' | 'user'
> {
  readonly phase: 'admit' | 'validate';
  /** The object as it was then. */
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

/** The recorded writes of the running server, in order. Emptied by tests. */
export const recorded: RecordedWrite[] = [];

class RecordingAdmission extends AdmissionPlugin {
  readonly name = 'Recorder';

  handles(): boolean {
    return true;
  }

  override admit(attributes: AdmissionAttributes): false {
    record('admit', attributes);
    return false;
  }

  override validate(attributes: AdmissionAttributes): void {
    record('validate', attributes);
  }
}

function record(phase: RecordedWrite['phase'], attributes: AdmissionAttributes): void {
  const { operation, kind, resource, subresource, namespace, name, dryRun, options, user } = attributes;
  const objects = structuredClone({ object: attributes.object, oldObject: attributes.oldObject });
  recorded.push({ phase, operation, kind, resource, subresource, namespace, name, dryRun, options, user, ...objects });
}

/** Contributes an admission plugin that records every write. */
@ApiGroupPlugin({ group: 'recorder.example.com', versions: ['v1'], kinds: [], admission: [RecordingAdmission] })
export class RecorderPlugin {}
