import { Injectable } from '@nestjs/common';
import {
  QueueController,
  type ResourceStore,
  isConflict,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';
import { loadExpressionLanguage } from '../../../src/plugin-api/built-in.js';
import type { ValidatingAdmissionPolicy } from '../validating-admission-policy/validating-admission-policy.v1.js';
import { checkTypes } from './check-types.js';

/** Writes what checking the types of ValidatingAdmissionPolicies finds to their status, once for each generation. */
@Injectable()
export class PolicyStatusController extends QueueController {
  readonly name = 'validatingadmissionpolicy-status-controller';
  override readonly alias = 'validatingadmissionpolicy-status';

  private get policies(): ResourceStore<ValidatingAdmissionPolicy> | undefined {
    return this.parts.stores.find<ValidatingAdmissionPolicy>(
      'admissionregistration.k8s.io',
      'validatingadmissionpolicies',
    );
  }

  protected watch(): void {
    const { policies } = this;
    if (policies) this.follow(policies, (policy) => (isObserved(policy) ? [] : [policy.metadata.name ?? '']));
  }

  protected async reconcile(name: string): Promise<void> {
    const policy = await this.policies?.find(systemContext(), name);
    if (!policy || isObserved(policy)) return;
    await loadExpressionLanguage();
    const expressionWarnings = checkTypes(policy, this.parts.stores);
    await this.apply(policy, {
      observedGeneration: policy.metadata.generation,
      typeChecking: expressionWarnings.length > 0 ? { expressionWarnings } : {},
    });
  }

  private async apply({ metadata: { name = '', uid } }: ValidatingAdmissionPolicy, status: object): Promise<void> {
    const store = this.policies!;
    const { kind, storage } = store.kind;
    const context = systemContext('', { fieldManager: this.name, subresource: 'status' });
    // With its uid no policy is made that has gone meanwhile.
    const configuration = { apiVersion: storage.apiVersion, kind, metadata: { name, uid }, status };
    try {
      await store.apply(context, name, { configuration, force: true });
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error;
    }
  }
}

function isObserved({ metadata: { generation = 0 }, status }: ValidatingAdmissionPolicy): boolean {
  return generation <= (status?.observedGeneration ?? 0);
}
