import { Module } from '@nestjs/common';
import { MetricsRegistry } from '../observability/index.js';
import { AdmissionChain } from './admission-chain.js';
import { AdmissionMetrics } from './admission-metrics.js';

const CHAIN = {
  provide: AdmissionChain,
  useFactory: (registry: MetricsRegistry) => new AdmissionChain(new AdmissionMetrics(registry)),
  inject: [MetricsRegistry],
};

/** Provides `AdmissionChain`, empty until plugins are installed. */
@Module({ providers: [CHAIN], exports: [AdmissionChain] })
export class AdmissionModule {}
