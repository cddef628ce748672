import { Module } from '@nestjs/common';
import { AdmissionChain } from './admission-chain.js';

/** Provides `AdmissionChain`, empty until plugins are installed. */
@Module({ providers: [AdmissionChain], exports: [AdmissionChain] })
export class AdmissionModule {}
