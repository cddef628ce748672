import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  Injectable,
  badRequest,
} from 'binnacle/plugin-api';

const LABEL = 'sample-group.example.com/sample-check';
const SEALED = 'sample-group.example.com/sealed';

/** Called for writes of SampleThings, like a webhook without the network: changes them in `admit`, refuses them in `validate`. */
@Injectable()
export class SampleCheckAdmission extends AdmissionPlugin {
  readonly name = 'SampleCheck';

  handles(operation: AdmissionOperation, { group, resource, subresource }: AdmittedResource): boolean {
    const isOurs = group === 'sample-group.example.com' && resource === 'samplethings' && subresource === '';
    return isOurs && (operation === 'CREATE' || operation === 'UPDATE');
  }

  override admit({ object }: AdmissionAttributes): boolean {
    if (!object || object.metadata.labels?.[LABEL] === 'true') return false;
    object.metadata.labels = { ...object.metadata.labels, [LABEL]: 'true' };
    return true;
  }

  override validate({ object, user }: AdmissionAttributes): void {
    if (object?.metadata.annotations?.[SEALED] === undefined) return;
    throw badRequest(`${user.name} must not write sealed objects`);
  }
}
