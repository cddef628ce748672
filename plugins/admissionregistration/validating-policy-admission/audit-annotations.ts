import type { AdmissionAttributes } from '../../../src/plugin-api/index.js';

/** The longest value of one evaluation, in bytes. */
const MAX_VALUE_BYTES = 10 * 1024;

/** The audit annotations of one policy for a request, from all its bindings and parameters. */
export class AuditAnnotations {
  private readonly values = new Map<string, Set<string>>();

  /** Adds a value; one that is there already is not repeated. */
  add(key: string, value: string): void {
    const values = this.values.get(key) ?? new Set();
    this.values.set(key, values.add(shortened(value)));
  }

  /** Adds them to the request's audit event, below the name of the policy. */
  publish(policy: string, attributes: AdmissionAttributes): void {
    for (const [key, values] of this.values) attributes.annotate(`${policy}/${key}`, [...values].join(', '));
  }
}

function shortened(value: string): string {
  const bytes = Buffer.from(value);
  return bytes.length <= MAX_VALUE_BYTES ? value : bytes.toString('utf8', 0, MAX_VALUE_BYTES);
}
