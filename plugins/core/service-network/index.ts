export { KubernetesServiceCidrController } from './kubernetes-service-cidr.controller.js';
export { KubernetesServiceController } from './kubernetes-service.controller.js';
export { KubernetesServiceHook } from './kubernetes-service.start-hook.js';
export { ServiceCidrHook } from './service-cidr.start-hook.js';
export { ServiceNetworkModule } from './service-network.module.js';
export { ServiceRepairHook } from './service-repair.start-hook.js';
export { serviceKind } from './service.kind.js';
