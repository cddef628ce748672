import {
  type AdmissionAttributes,
  type ApiObject,
  type Authorizer,
  isDeepEqual,
} from '../../../src/plugin-api/index.js';
import { failure } from '../../../src/plugin-api/built-in.js';
import type { Reinvocation } from '../configurations/reinvocation.js';
import { type RequestMatch, apiVersionOf } from '../matching/index.js';
import type { MutatingAdmissionPolicyBinding } from '../mutating-admission-policy-binding/mutating-admission-policy-binding.v1alpha1.js';
import type { MutatingAdmissionPolicy } from '../mutating-admission-policy/mutating-admission-policy.v1alpha1.js';
import { type MutatedObject, MutationError } from '../mutation/index.js';
import {
  type FailedInvocation,
  type Param,
  PolicyConfigurationError,
  type PolicyInvocation,
  RequestViews,
} from '../policy-admission/index.js';
import type { CompiledMutatingPolicy, CompiledMutation } from './compiled-mutating-policy.js';
import type { MutationFailure } from './mutation-denial.js';
import type { MutationMetrics } from './mutation-metrics.js';
import { MutationReport } from './mutation-report.js';

type Use = PolicyInvocation<CompiledMutatingPolicy, MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding>;
type FailedUse = FailedInvocation<CompiledMutatingPolicy, MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding>;

/** The parts that the mutations of one request need. */
export interface MutationParts {
  readonly attributes: AdmissionAttributes;
  readonly authorizer: Authorizer;
  /** Of the request; undefined where it has none. */
  readonly namespace: Param;
  readonly reinvocation: Reinvocation;
  readonly metrics: MutationMetrics;
}

/** Applies policies to one request, one after another (upstream: mutating.dispatcher). */
export class PolicyMutations {
  /** True once a mutation has been applied, whatever it changed. */
  isMutated = false;
  private readonly failures: MutationFailure[] = [];
  private views: RequestViews;
  /** Of the policy that is being applied. */
  private report: MutationReport;

  constructor(private readonly parts: MutationParts) {
    this.report = new MutationReport(parts.attributes);
    this.views = new RequestViews(parts.attributes, parts.authorizer);
  }

  /**
   * Applies all of them in their order, and returns the failures by which the request is refused: those of configurations
   * first. Throws StatusError for what ends the request at once.
   */
  async run(invocations: readonly (Use | FailedUse)[]): Promise<readonly MutationFailure[]> {
    const { attributes, reinvocation } = this.parts;
    reinvocation.begin(attributes);
    for (const invocation of invocations) if (invocation.error !== undefined) this.refuse(invocation);
    for (const invocation of invocations) if (invocation.error === undefined) await this.apply(invocation);
    if (this.isMutated) reinvocation.requireAsked();
    reinvocation.end(attributes);
    return this.failures;
  }

  private async apply(use: Use): Promise<void> {
    const compiled = use.policy.evaluator();
    const evaluator = compiled instanceof Promise ? await compiled : compiled;
    for (const param of use.params) {
      this.parts.attributes.signal?.throwIfAborted();
      this.report = new MutationReport(this.parts.attributes);
      try {
        await this.applyWith(use, evaluator, param);
      } catch (error) {
        if (!(error instanceof PolicyConfigurationError)) throw error;
        this.failConversion(use, error);
      } finally {
        this.report.end({ policy: use.policy.name, binding: use.binding.name });
      }
    }
  }

  private async applyWith(use: Use, evaluator: CompiledMutatingPolicy, param: Param): Promise<void> {
    const { attributes, namespace, reinvocation } = this.parts;
    const request = await this.views.of(use.match);
    const outcome = await evaluator.match({ request, param, namespace });
    if (outcome.verdict === 'failed') return this.fail(use, outcome.reason);
    const id = idOf(use, param);
    if (attributes.round > 0 && !reinvocation.isDue(id)) return this.report.drop();
    if (outcome.verdict === 'no-match') return this.report.note('skipped');
    const before = attributes.object;
    for (const mutation of evaluator.mutations) await this.mutate(use, mutation, param);
    if (!isDeepEqual(before, attributes.object)) reinvocation.requireAsked();
    if (use.policy.definition.spec?.reinvocationPolicy === 'IfNeeded') reinvocation.remember(id);
  }

  /** A mutation that fails does not keep those behind it from being carried out. */
  private async mutate(use: Use, mutation: CompiledMutation, param: Param): Promise<void> {
    const { attributes, namespace } = this.parts;
    const started = performance.now();
    try {
      const mutated = await this.mutatedObject(use.match);
      const request = await this.views.of(use.match);
      await this.replace(await mutation.mutate({ request, param, namespace }, mutated));
      this.observe(use, started);
    } catch (error) {
      const { message } = error as Error;
      this.observe(use, started, message);
      if (!(error instanceof MutationError)) {
        this.report.note('denied', message);
        throw error;
      }
      attributes.signal?.throwIfAborted();
      this.fail(use, message);
    }
  }

  private async mutatedObject({ kind }: RequestMatch): Promise<MutatedObject> {
    const { attributes } = this.parts;
    const apiVersion = apiVersionOf(kind);
    const [object, shape] = [await attributes.objectIn(apiVersion), attributes.shapeIn(apiVersion)];
    if (object && shape) return { object, shape };
    const text = `Resource kind ${apiVersion}, Kind=${kind.kind} not found.`;
    throw failure(503, text, { reason: 'ServiceUnavailable', details: {} });
  }

  /** Views of the former object are not used again. */
  private async replace(object: ApiObject): Promise<void> {
    const { attributes, authorizer } = this.parts;
    await attributes.replace(object);
    this.isMutated = true;
    this.views = new RequestViews(attributes, authorizer);
  }

  private fail({ policy, binding }: Use, message: string): void {
    this.report.note(policy.isIgnoredOnFailure ? 'failed' : 'denied', message);
    if (policy.isIgnoredOnFailure) return;
    this.failures.push({ policy: policy.name, binding: binding.name, message, reason: 'Invalid' });
  }

  private failConversion({ policy }: Use, error: Error): void {
    const message = `failed to configure policy: ${error.message}`;
    this.report.note(policy.isIgnoredOnFailure ? 'failed' : 'denied', message);
    if (!policy.isIgnoredOnFailure) this.failures.push({ policy: policy.name, binding: undefined, message });
  }

  /** Failures of configurations that are ignored are no invocations. */
  private refuse({ policy, binding, error: message }: FailedUse): void {
    const failure = { policy: policy.name, binding: binding?.name, message };
    this.report.note('denied', message);
    this.report.end(failure);
    this.report = new MutationReport(this.parts.attributes);
    this.failures.push(failure);
  }

  private observe({ policy, binding }: Use, started: number, error?: string): void {
    const seconds = (performance.now() - started) / 1000;
    this.parts.metrics.observe({ policy: policy.name, binding: binding.name, error, seconds });
  }
}

/** Distinguishes the uses of policies; names have no slash. */
function idOf({ policy, binding }: Use, param: Param): string {
  const { namespace = '', name = '' } = param?.metadata ?? {};
  return `${policy.name}/${binding.name}/${namespace}/${name}`;
}
