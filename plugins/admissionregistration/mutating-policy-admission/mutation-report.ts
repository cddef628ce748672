import { type AdmissionAttributes, type ApiObject } from '../../../src/plugin-api/index.js';
import { changedPaths } from '../../../src/plugin-api/built-in.js';

type Outcome = Parameters<NonNullable<AdmissionAttributes['onExamined']>>[0]['outcome'];

/** Name of the plugin that applies the policies. */
export const PLUGIN = 'MutatingAdmissionPolicy';

/** The names of a policy and of the binding through which it is applied; undefined where the policy itself is at fault. */
interface AppliedRule {
  readonly policy: string;
  readonly binding: string | undefined;
}

/** The application of one policy to a request, reported to observers when it ends; costs nothing without listeners. */
export class MutationReport {
  private readonly started = performance.now();
  private readonly before: ApiObject | undefined;
  private outcome: Outcome = 'allowed';
  private message = '';
  private isDropped = false;

  constructor(private readonly attributes: AdmissionAttributes) {
    this.before = attributes.object;
  }

  /** Keeps the outcome; nothing outweighs the first failure. */
  note(outcome: Outcome, message = ''): void {
    if (this.outcome !== 'allowed') return;
    this.outcome = outcome;
    this.message = message;
  }

  /** Called where the policy is not asked once more: there is nothing to report. */
  drop(): void {
    this.isDropped = true;
  }

  /** Called once, when the policy has been applied or has failed. */
  end({ policy, binding }: AppliedRule): void {
    const { onExamined } = this.attributes;
    if (!onExamined || this.isDropped) return;
    const changes = this.changes();
    const outcome = this.outcome === 'allowed' && changes.length > 0 ? 'changed' : this.outcome;
    const rule = `policy ${policy}${binding === undefined ? '' : ` with binding ${binding}`}`;
    const seconds = (performance.now() - this.started) / 1000;
    onExamined({ plugin: PLUGIN, rule, outcome, message: this.message, changes, seconds });
  }

  private changes(): string[] {
    const { before, attributes } = this;
    return before && attributes.object && before !== attributes.object ? changedPaths(before, attributes.object) : [];
  }
}
