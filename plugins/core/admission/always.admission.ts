import { type AdmissionAttributes, AdmissionPlugin, forbiddenResource } from '../../../src/plugin-api/index.js';

/** Lets everything through; it is known by name because configurations name it. */
export class AlwaysAdmitAdmission extends AdmissionPlugin {
  readonly name = 'AlwaysAdmit';
  override readonly isOnByDefault = false;

  handles(): boolean {
    return false;
  }
}

/** Refuses every write: for servers that are to be read only. */
export class AlwaysDenyAdmission extends AdmissionPlugin {
  readonly name = 'AlwaysDeny';
  override readonly isOnByDefault = false;

  handles(): boolean {
    return true;
  }

  override admit(attributes: AdmissionAttributes): never {
    throw forbiddenResource(attributes.resource, attributes.name, 'admission control is denying all modifications');
  }

  override validate(attributes: AdmissionAttributes): void {
    this.admit(attributes);
  }
}
