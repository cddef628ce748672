import { ClusterRoleAggregationController } from './cluster-role-aggregation.controller.js';
import type { Controller } from './controller.js';
import { NamespaceController } from './namespace/namespace.controller.js';
import { RootCaPublisherController } from './namespace/root-ca-publisher.controller.js';
import { ServiceAccountController } from './namespace/service-account.controller.js';
import type { QueueControllerParts } from './queue.controller.js';
import { ClaimProtectionController } from './storage/claim-protection.controller.js';
import { VolumeProtectionController } from './storage/volume-protection.controller.js';

/** What controllers work with. */
export interface ControllerParts extends QueueControllerParts {
  /** The certificate authority that clients inside the cluster trust, in PEM. */
  readonly rootCertificate: string;
}

/** Makes all controllers there are. */
export function createControllers(parts: ControllerParts): Controller[] {
  return [
    new NamespaceController(parts),
    new ServiceAccountController(parts),
    new RootCaPublisherController(parts, parts.rootCertificate),
    new ClusterRoleAggregationController(parts),
    new ClaimProtectionController(parts),
    new VolumeProtectionController(parts),
  ];
}
