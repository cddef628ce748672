import { type AdmissionAttributes, AdmissionPlugin, forbiddenResource } from '../../../src/plugin-api/index.js';
import { APISERVER_USER } from '../../../src/plugin-api/built-in.js';

/** Admits everything; it exists because configurations name it. */
export class AlwaysAdmitAdmission extends AdmissionPlugin {
  readonly name = 'AlwaysAdmit';
  override readonly isOnByDefault = false;

  handles(): boolean {
    return false;
  }
}

/** Refuses every write but the server's own, without which it would not start: for servers that are to be read only. */
export class AlwaysDenyAdmission extends AdmissionPlugin {
  readonly name = 'AlwaysDeny';
  override readonly isOnByDefault = false;

  handles(): boolean {
    return true;
  }

  override admit({ user, resource, name }: AdmissionAttributes): false {
    if (user.name === APISERVER_USER.name) return false;
    throw forbiddenResource(resource, name, 'admission control is denying all modifications');
  }

  override validate(attributes: AdmissionAttributes): void {
    this.admit(attributes);
  }
}
