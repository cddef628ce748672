import { Module } from '@nestjs/common';
import { PodSecurityAdmission } from './pod-security.admission.js';

/** The standards for pods that labels of namespaces name. */
@Module({ providers: [PodSecurityAdmission], exports: [PodSecurityAdmission] })
export class PodSecurityModule {}
