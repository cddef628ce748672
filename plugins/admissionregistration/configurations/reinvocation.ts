import { type AdmissionAttributes, type ApiObject, isDeepEqual } from '../../../src/plugin-api/index.js';

/**
 * The webhooks or policies of one request that may be asked once more, by their identities (upstream:
 * webhookReinvokeContext, policyReinvokeContext).
 */
export class Reinvocation {
  private asked = new Set<string>();
  private readonly due = new Set<string>();
  private output: ApiObject | undefined;

  /** Called when others have changed the object. */
  requireAsked(): void {
    for (const id of this.asked) this.due.add(id);
    this.asked = new Set();
  }

  /** Called for one that asks for reinvocation, when it has been asked. */
  remember(id: string): void {
    this.asked.add(id);
  }

  /** Reports whether one is to be asked in the second round. */
  isDue(id: string): boolean {
    return this.due.has(id);
  }

  /** Called before each round. */
  begin({ round, object }: AdmissionAttributes): void {
    if (round > 0 && !isDeepEqual(object, this.output)) this.requireAsked();
  }

  /** Called after each round. Plugins may change an object in place, so it is copied where that matters. */
  end({ object }: AdmissionAttributes): void {
    this.output = object && this.asked.size > 0 ? structuredClone(object) : undefined;
  }
}
