import { type ApiObject } from '../../../src/plugin-api/index.js';
import { applyJsonPatch, internalError, parseJson, readJsonPatch } from '../../../src/plugin-api/built-in.js';
import { WebhookFailure } from './webhook-failure.js';

type Operations = ReturnType<typeof readJsonPatch>;

const BAD_REQUEST = 400;

/** A patch to apply to the object of a request. */
interface ObjectPatch {
  readonly webhook: string;
  /** Undefined where the operation has no new object. */
  readonly object: ApiObject | undefined;
  readonly operations: Operations;
  readonly patchType: string;
}

/** Reads the operations of a patch; none of an empty text. Throws StatusError 500 for what is no patch. */
export function readPatch(text: string): Operations {
  if (text === '') return [];
  return asInternal(() => readJsonPatch(parseJson(text).value, { isStrict: false }));
}

/** Applies a patch to a copy. Throws StatusError 500 where it does not fit, WebhookFailure for another type of patch. */
export function patchObject({ webhook, object, operations, patchType }: ObjectPatch): ApiObject {
  const name = JSON.stringify(webhook);
  if (!object) {
    throw internalError(
      `admission webhook ${name} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (patchType !== 'JSONPatch')
    throw new WebhookFailure(webhook, `unsupported patch type ${JSON.stringify(patchType)}`, BAD_REQUEST);
  return asInternal(() => applyJsonPatch(object, operations)) as ApiObject;
}

function asInternal<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { cause, message } = error as Error;
    throw internalError(cause instanceof Error ? cause.message : message, error);
  }
}
