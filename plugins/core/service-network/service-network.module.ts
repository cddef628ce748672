import { Module } from '@nestjs/common';
import { KubernetesServiceCidrController } from './kubernetes-service-cidr.controller.js';
import { KubernetesServiceCidr } from './kubernetes-service-cidr.js';
import { KubernetesServiceController } from './kubernetes-service.controller.js';
import { KubernetesService } from './kubernetes-service.js';
import { KubernetesServiceHook } from './kubernetes-service.start-hook.js';
import { ServiceCidrHook } from './service-cidr.start-hook.js';
import { ServiceRepairHook } from './service-repair.start-hook.js';
import { ServiceStrategy } from './service.strategy.js';

const PARTS = [
  KubernetesServiceCidrController,
  KubernetesServiceController,
  KubernetesServiceHook,
  ServiceCidrHook,
  ServiceRepairHook,
  ServiceStrategy,
];

/** Allocates addresses and ports of services, and keeps the service of the API server itself. */
@Module({ providers: [...PARTS, KubernetesService, KubernetesServiceCidr], exports: PARTS })
export class ServiceNetworkModule {}
