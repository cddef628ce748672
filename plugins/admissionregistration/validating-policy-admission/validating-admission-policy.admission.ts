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
import { isExemptFromPolicies, isExemptFromStoredPolicies } from '../configurations/exempt-resources.js';
import { PolicyRegistry, PolicySelection, readPolicyAdmission, RequestViews } from '../policy-admission/index.js';
import { type StaticManifests, StaticManifestsProvider, policyManifests } from '../static-manifests/index.js';
import { validateBinding } from '../validating-admission-policy-binding/validating-admission-policy-binding.validation.js';
import type { ValidatingAdmissionPolicyBinding } from '../validating-admission-policy-binding/validating-admission-policy-binding.v1.js';
import type { ValidatingAdmissionPolicy } from '../validating-admission-policy/validating-admission-policy.v1.js';
import { validatePolicy } from '../validating-admission-policy/validating-admission-policy.validation.js';
import { CompiledValidatingPolicy } from './compiled-validating-policy.js';
import { denialBy } from './policy-denial.js';
import { PLUGIN, PolicyEnforcement } from './policy-enforcement.js';
import { PolicyMetrics } from './policy-metrics.js';

const POLICIES = 'validatingadmissionpolicies';
const BINDINGS = 'validatingadmissionpolicybindings';

const MANIFESTS = policyManifests(
  PLUGIN,
  { kind: 'ValidatingAdmissionPolicy', resource: POLICIES, validate: validatePolicy },
  { kind: 'ValidatingAdmissionPolicyBinding', resource: BINDINGS, validate: validateBinding },
);

/** Refuses writes that ValidatingAdmissionPolicies deny, warns of them and annotates them. */
@Injectable()
export class ValidatingPolicyAdmission extends AdmissionPlugin {
  readonly name = PLUGIN;
  private readonly registry: PolicyRegistry<
    CompiledValidatingPolicy,
    ValidatingAdmissionPolicy,
    ValidatingAdmissionPolicyBinding
  >;
  @Inject(Authorizer) private readonly authorizer!: Authorizer;
  private readonly metrics: PolicyMetrics;
  private readonly manifests: StaticManifests;

  constructor(
    @Inject(Stores) private readonly stores: Stores,
    @Inject(MetricsRegistry) metrics: MetricsRegistry,
    @Inject(StaticManifestsProvider) private readonly provider: StaticManifestsProvider,
  ) {
    super();
    this.metrics = new PolicyMetrics(metrics);
    const manifests = (this.manifests = provider.of(MANIFESTS));
    const sort = {
      policies: POLICIES,
      bindings: BINDINGS,
      compile: (policy: ValidatingAdmissionPolicy) => new CompiledValidatingPolicy(policy),
    };
    this.registry = new PolicyRegistry(sort, { stores, manifests });
  }

  override async configure(configuration: unknown): Promise<void> {
    const { release } = this.provider;
    await this.manifests.open(readPolicyAdmission(configuration, `${PLUGIN}Configuration`, release));
  }

  handles(_operation: AdmissionOperation, resource: AdmittedResource): boolean {
    return !isExemptFromPolicies(resource) && (this.manifests.isConfigured || !isExemptFromStoredPolicies(resource));
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    const pending = this.registry.ready(attributes);
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
