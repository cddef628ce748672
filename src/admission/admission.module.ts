import { Module } from '@nestjs/common';
import { provideFrom } from '../injection/index.js';
import { MetricsRegistry } from '../observability/index.js';
import { RequestObservers } from '../request/index.js';
import { AdmissionChain } from './admission-chain.js';
import { AdmissionMetrics } from './admission-metrics.js';

const PARTS = { metrics: MetricsRegistry, observers: RequestObservers };

const CHAIN = provideFrom(AdmissionChain, PARTS, ({ metrics, observers }) => {
  observers.add(new AdmissionMetrics(metrics));
  return new AdmissionChain(observers);
});

/** Provides `AdmissionChain`, empty until plugins are installed. */
@Module({ providers: [CHAIN], exports: [AdmissionChain] })
export class AdmissionModule {}
