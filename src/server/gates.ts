import type { DynamicModule } from '@nestjs/common';
import { AuthnModule } from '../authn/index.js';
import { AuthzModule } from '../authz/index.js';
import { ControllersModule } from '../controllers/index.js';
import type { ClusterCertificates } from './certificates/index.js';

/** The modules of the gates a request passes, and of the loops that run beside. */
export function gateModules(certificates: ClusterCertificates): DynamicModule[] {
  return [
    AuthnModule.forRoot({ serviceAccountKey: certificates.serviceAccountKey }),
    AuthzModule.forRoot(),
    ControllersModule.forRoot({ rootCertificate: certificates.authority }),
  ];
}
