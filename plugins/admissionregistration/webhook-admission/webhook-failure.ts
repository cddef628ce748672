import { StatusError } from '../../../src/plugin-api/index.js';
import { type JsonValue, failure, internalError } from '../../../src/plugin-api/built-in.js';
import { membersOf, textOf } from '../webhook/review-answer.js';

/** A webhook that gave no usable answer; its failure policy decides on the request. */
export class WebhookFailure extends Error {
  override readonly name = 'WebhookFailure';

  constructor(
    readonly webhook: string,
    reason: string,
    /** The status code of the failure, as metrics show it. */
    readonly code: number,
  ) {
    super(`failed calling webhook ${JSON.stringify(webhook)}: ${reason}`);
  }

  /** The error of a request that the failure ends. */
  get statusError(): StatusError {
    return internalError(this.message, this);
  }
}

/** The error of a request that a webhook refuses. */
export class WebhookRefusal extends StatusError {}

/** The Status of a refusal, as far as a webhook gives it. */
type GivenStatus = Record<string, JsonValue | undefined>;

type Status = StatusError['status'];

/** Returns the error of a request that a webhook refuses (upstream: ToStatusErr). Codes below 400 refuse nothing. */
export function refusalBy(webhook: string, given: GivenStatus = {}): WebhookRefusal {
  const [code, message, reason] = [given.code, textOf(given.message), textOf(given.reason)];
  const why = message || reason;
  const text = `admission webhook ${JSON.stringify(webhook)} denied the request${why ? `: ${why}` : ' without explanation'}`;
  const isFailureCode = typeof code === 'number' && code >= 400 && code <= 599;
  const { status } = failure(isFailureCode ? code : 400, text, {});
  const details = detailsOf(given.details);
  const whole = { ...status, ...(reason !== '' && { reason }), ...(details && { details }) };
  return new WebhookRefusal(whole as Status);
}

function detailsOf(value: JsonValue | undefined): Status['details'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const members = membersOf(value);
  const texts = ['name', 'group', 'kind', 'uid'].flatMap((name) =>
    textOf(members[name]) ? [[name, textOf(members[name])]] : [],
  );
  const causes = Array.isArray(members.causes) ? members.causes.map(causeOf) : [];
  return { ...Object.fromEntries(texts), ...(causes.length > 0 && { causes }) } as Status['details'];
}

function causeOf(value: JsonValue): object {
  const { reason, message, field } = membersOf(value);
  return {
    ...(textOf(reason) && { reason: textOf(reason) }),
    ...(textOf(message) && { message: textOf(message) }),
    ...(textOf(field) && { field: textOf(field) }),
  };
}
