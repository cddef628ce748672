import { Module } from '@nestjs/common';
import { MetricsRegistry } from '../observability/index.js';
import { RequestObservers } from '../request/index.js';
import { AdmissionChain } from './admission-chain.js';
import { AdmissionMetrics } from './admission-metrics.js';

const CHAIN = {
  provide: AdmissionChain,
  useFactory: (registry: MetricsRegistry, observers: RequestObservers) => {
    observers.add(new AdmissionMetrics(registry));
    return new AdmissionChain(observers);
  },
  inject: [MetricsRegistry, RequestObservers],
};

/** Provides `AdmissionChain`, empty until plugins are installed. */
@Module({ providers: [CHAIN], exports: [AdmissionChain] })
export class AdmissionModule {}
