import { Inject, Injectable } from '@nestjs/common';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  AdmissionPlugin,
  type AdmittedResource,
  Authorizer,
  MetricsRegistry,
  Stores,
} from '../../../src/plugin-api/index.js';
import { isExemptFromPolicies } from '../configurations/exempt-resources.js';
import { PolicyRegistry, PolicySelection, RequestViews } from '../policy-admission/index.js';
import type { ValidatingAdmissionPolicyBinding } from '../validating-admission-policy-binding/validating-admission-policy-binding.v1.js';
import type { ValidatingAdmissionPolicy } from '../validating-admission-policy/validating-admission-policy.v1.js';
import { CompiledValidatingPolicy } from './compiled-validating-policy.js';
import { denialBy } from './policy-denial.js';
import { PLUGIN, PolicyEnforcement } from './policy-enforcement.js';
import { PolicyMetrics } from './policy-metrics.js';

/** Refuses writes that ValidatingAdmissionPolicies deny, warns of them and annotates them. */
@Injectable()
export class ValidatingPolicyAdmission extends AdmissionPlugin {
  readonly name = PLUGIN;
  private readonly registry: PolicyRegistry<
    CompiledValidatingPolicy,
    ValidatingAdmissionPolicy,
    ValidatingAdmissionPolicyBinding
  >;
  private readonly metrics: PolicyMetrics;

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(Authorizer) private readonly authorizer: Authorizer,
    @Inject(MetricsRegistry) metrics: MetricsRegistry,
  ) {
    super();
    this.metrics = new PolicyMetrics(metrics);
    const sort = {
      policies: 'validatingadmissionpolicies',
      bindings: 'validatingadmissionpolicybindings',
      compile: (policy: ValidatingAdmissionPolicy) => new CompiledValidatingPolicy(policy),
    };
    this.registry = new PolicyRegistry(sort, stores);
  }

  handles(_operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return !isExemptFromPolicies(resource);
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    const pending = this.registry.ready();
    if (pending) return pending.then(() => this.validate(attributes));
    return this.registry.hasCandidates(attributes) ? this.enforce(attributes) : undefined;
  }

  private async enforce(attributes: AdmissionAttributes): Promise<void> {
    const { stores, authorizer, metrics } = this;
    const selection = new PolicySelection(this.registry, attributes, stores);
    const invocations = await selection.invocations();
    if (invocations.length === 0) return;
    const namespace = await selection.namespace.stored();
    const views = new RequestViews(attributes, authorizer);
    const denial = await new PolicyEnforcement({ attributes, views, namespace, metrics }).enforce(invocations);
    if (denial) throw denialBy(denial, attributes);
  }
}
