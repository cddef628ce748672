import { AdmissionPlugin, ApiGroupPlugin, type AdmissionAttributes } from '../../src/plugin-api/index.js';

abstract class LabellingAdmission extends AdmissionPlugin {
  protected abstract readonly label: string;

  handles(): boolean {
    return true;
  }

  override admit({ resource, object }: AdmissionAttributes): void {
    if (resource.resource === 'configmaps' && object)
      object.metadata.labels = { ...object.metadata.labels, [this.label]: '' };
  }
}

class SealAdmission extends LabellingAdmission {
  readonly name = 'Seal';
  protected readonly label = 'sealed';
}

class StampAdmission extends LabellingAdmission {
  readonly name = 'Stamp';
  override readonly isOnByDefault = false;
  protected readonly label = 'stamped';
}

/** Brings nothing but admission plugins: one that is on by default, one that is not. */
@ApiGroupPlugin({
  group: 'seal.example.com',
  versions: ['v1'],
  kinds: [],
  admission: [SealAdmission, StampAdmission],
})
export class SealPlugin {}
