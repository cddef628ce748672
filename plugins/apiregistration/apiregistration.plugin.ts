import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { apiServiceKind } from './api-service/api-service.kind.js';
import { ApiServiceAvailabilityController } from './availability/api-service-availability.controller.js';
import { ApiServiceChecker } from './availability/api-service-checker.js';
import { ApiServiceRegistrationController } from './registration/api-service-registration.controller.js';
import { ApiServiceRegistration } from './registration/api-service-registration.js';
import { LocalApiServicesController } from './api-service/local-api-services.controller.js';
import { LocalApiServices } from './api-service/local-api-services.js';
import { LocalApiServicesHook } from './api-service/local-api-services.start-hook.js';

/** The group of API registration: the servers of API groups. */
@ApiGroupPlugin({
  group: 'apiregistration.k8s.io',
  versions: ['v1', 'v1beta1'],
  kinds: [apiServiceKind],
  providers: [LocalApiServices, ApiServiceRegistration, ApiServiceChecker],
  startHooks: [LocalApiServicesHook],
  controllers: [LocalApiServicesController, ApiServiceRegistrationController, ApiServiceAvailabilityController],
})
export class ApiregistrationPlugin {}
