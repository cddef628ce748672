import type { Clock, Logger } from '../observability/index.js';
import type { Stores } from '../registry/index.js';
import type { Controller } from './controller.js';

/** What controllers work with. */
export interface ControllerParts {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The certificate authority that clients inside the cluster trust, in PEM. */
  readonly rootCertificate: string;
}

/** Makes all controllers there are. */
export function createControllers(_parts: ControllerParts): Controller[] {
  return [];
}
