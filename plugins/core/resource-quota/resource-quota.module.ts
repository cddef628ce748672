import { Module } from '@nestjs/common';
import { QuotaTurns } from './quota-turns.js';
import { ResourceQuotaAdmission } from './resource-quota.admission.js';
import { ResourceQuotaController } from './resource-quota.controller.js';

const PARTS = [ResourceQuotaAdmission, ResourceQuotaController];

/** Charges writes to the quotas of their namespace, and recounts the usage. */
@Module({ providers: [...PARTS, QuotaTurns], exports: PARTS })
export class ResourceQuotaModule {}
