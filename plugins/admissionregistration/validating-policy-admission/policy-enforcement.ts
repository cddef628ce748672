import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';
import type { Param, RequestViews } from '../policy-admission/index.js';
import { type FailedInvocation, PolicyConfigurationError, type PolicyInvocation } from '../policy-admission/index.js';
import type { ValidatingAdmissionPolicyBinding } from '../validating-admission-policy-binding/validating-admission-policy-binding.v1.js';
import type { ValidatingAdmissionPolicy } from '../validating-admission-policy/validating-admission-policy.v1.js';
import { AuditAnnotations } from './audit-annotations.js';
import type { CompiledValidatingPolicy } from './compiled-validating-policy.js';
import { type AnnotationOutcome, DEFAULT_REASON, type PolicyDecision, type PolicyOutcome } from './policy-decision.js';
import type { PolicyDenial } from './policy-denial.js';
import type { PolicyMetrics } from './policy-metrics.js';

type Use = PolicyInvocation<CompiledValidatingPolicy, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding>;
type FailedUse = FailedInvocation<
  CompiledValidatingPolicy,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding
>;

type Outcome = Parameters<NonNullable<AdmissionAttributes['onExamined']>>[0]['outcome'];

/** Name of the plugin that enforces policies. */
export const PLUGIN = 'ValidatingAdmissionPolicy';
const VALIDATION_FAILURE = 'validation.policy.admission.k8s.io/validation_failure';

/** The parts that the enforcement of policies for one request needs. */
export interface EnforcementParts {
  readonly attributes: AdmissionAttributes;
  readonly views: RequestViews;
  /** Of the request; undefined where it has none. */
  readonly namespace: Param;
  readonly metrics: PolicyMetrics;
}

/** Evaluates policies for one request, and carries out what follows from it (upstream: dispatcher.Dispatch). */
export class PolicyEnforcement {
  private readonly denials: PolicyDenial[] = [];
  /** Of the policy that is being applied, for observers. */
  private outcome: Outcome = 'allowed';
  /** The last message of that policy, for observers. */
  private message = '';
  private readonly annotations = new Map<string, AuditAnnotations>();

  constructor(private readonly parts: EnforcementParts) {}

  /** Evaluates all of them in their order; returns the denial by which the request is refused, if there is one. */
  async enforce(invocations: readonly (Use | FailedUse)[]): Promise<PolicyDenial | undefined> {
    for (const invocation of invocations) {
      const started = performance.now();
      this.outcome = 'skipped';
      this.message = '';
      if (invocation.error === undefined) await this.apply(invocation);
      else this.refuse(invocation, invocation.error);
      this.report(invocation, started);
    }
    for (const [policy, annotations] of this.annotations) annotations.publish(policy, this.parts.attributes);
    return this.denials.at(0);
  }

  private report({ policy, binding }: Use | FailedUse, started: number): void {
    const seconds = (performance.now() - started) / 1000;
    const rule = `policy ${policy.name}${binding ? ` with binding ${binding.name}` : ''}`;
    this.parts.attributes.onExamined?.({ plugin: PLUGIN, rule, outcome: this.outcome, message: this.message, seconds });
  }

  private async apply(use: Use): Promise<void> {
    try {
      const compiled = use.policy.evaluator();
      const evaluator = compiled instanceof Promise ? await compiled : compiled;
      const view = this.parts.views.of(use.match);
      const request = view instanceof Promise ? await view : view;
      for (const param of use.params) {
        this.parts.attributes.signal?.throwIfAborted();
        const outcome = evaluator.evaluate({ request, param, namespace: this.parts.namespace });
        this.carryOut(use, outcome instanceof Promise ? await outcome : outcome);
      }
    } catch (error) {
      if (!(error instanceof PolicyConfigurationError)) throw error;
      if (!use.policy.isIgnoredOnFailure) this.refuse(use, `failed to configure binding: ${error.message}`);
    }
  }

  private carryOut(use: Use, { decisions, annotations, isSkipped = false }: PolicyOutcome): void {
    if (!isSkipped && this.outcome === 'skipped') this.outcome = 'allowed';
    for (const decision of decisions) {
      if (decision.action === 'deny') this.takeActions(use, decision);
      else if (decision.isError) this.ignore(use, decision);
    }
    for (const annotation of annotations) this.addAnnotation(use, annotation);
  }

  private ignore(use: Use, decision: PolicyDecision): void {
    this.note('failed', decision.message);
    this.observe(use, decision, 'allow');
  }

  /** Keeps what observers are shown; nothing outweighs the first denial. */
  private note(outcome: Outcome, message: string): void {
    if (this.outcome === 'denied') return;
    this.outcome = outcome;
    this.message = message;
  }

  private takeActions(use: Use, decision: PolicyDecision): void {
    for (const action of use.binding.definition.spec?.validationActions ?? []) {
      if (action === 'Deny') this.deny(use, decision);
      else if (action === 'Audit') this.audit(use, decision);
      else if (action === 'Warn') this.warn(use, decision);
    }
  }

  private deny(use: Use, decision: Pick<PolicyDecision, 'message' | 'reason' | 'seconds'>): void {
    this.refuse(use, decision.message, decision.reason);
    this.observe(use, decision, 'deny');
  }

  private audit(use: Use, decision: PolicyDecision): void {
    const { policy, binding } = use;
    const { message, index: expressionIndex } = decision;
    const { validationActions = [] } = binding.definition.spec ?? {};
    const failure = { message, policy: policy.name, binding: binding.name, expressionIndex, validationActions };
    this.parts.attributes.annotate(VALIDATION_FAILURE, JSON.stringify([failure]));
    this.note('audited', message);
    this.observe(use, decision, 'audit');
  }

  private warn(use: Use, decision: PolicyDecision): void {
    const { policy, binding } = use;
    const by = `ValidatingAdmissionPolicy '${policy.name}' with binding '${binding.name}'`;
    this.parts.attributes.warn(`Validation failed for ${by}: ${decision.message}`);
    this.note('warned', decision.message);
    this.observe(use, decision, 'warn');
  }

  /** An annotation that fails refuses the request, whatever the binding's actions are. */
  private addAnnotation(use: Use, { key, value, error, seconds }: AnnotationOutcome): void {
    if (error !== undefined) return this.deny(use, { message: error, reason: DEFAULT_REASON, seconds });
    const { name } = use.policy;
    let annotations = this.annotations.get(name);
    if (!annotations) this.annotations.set(name, (annotations = new AuditAnnotations()));
    annotations.add(key, value);
  }

  private refuse({ policy, binding }: Use | FailedUse, message: string, reason = DEFAULT_REASON): void {
    this.note('denied', message);
    this.denials.push({ policy: policy.name, binding: binding?.name, message, reason });
  }

  private observe(
    { policy, binding }: Use,
    decision: Pick<PolicyDecision, 'message' | 'seconds'>,
    action: 'allow' | 'deny' | 'audit' | 'warn',
  ): void {
    this.parts.metrics.observe(decision, { policy: policy.name, binding: binding.name, action });
  }
}
