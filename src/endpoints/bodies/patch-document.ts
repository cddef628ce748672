import { type ApiObject, type JsonValue, type MaybePromise, unsupportedMediaType } from '../../apimachinery/index.js';
import type { Serializers } from '../../codecs/index.js';
import { PATCH_MEDIA_TYPES, STRATEGIC_MERGE_PATCH, type PatchMediaType, applyPatch } from '../../patch/index.js';
import type { BodyExpectation } from './body-expectation.js';
import { decodePatched } from './decode-body.js';
import type { FieldValidation } from './field-validation.js';
import { readBodyInTurn } from './request-body.js';
import type { RequestContext } from '../request-context.js';

/** A patch that has been read and can be applied to a current state, as often as it takes. */
export interface PatchDocument {
  /** The patch as it was sent. */
  readonly text: string;
  /** Returns the object the patch makes of `current`; both are in the version of the request. Throws StatusError. */
  apply(current: ApiObject, options: { fieldValidation?: FieldValidation }): MaybePromise<ApiObject>;
}

type PatchExpectation = Pick<BodyExpectation, 'type' | 'hasNoStrategicMerge'>;

/** Patches that merge by declared fields are for objects that have some. */
function offeredFor({ type, hasNoStrategicMerge = false }: PatchExpectation): readonly string[] {
  const isStrategic = type.strategic !== undefined && !hasNoStrategicMerge;
  return PATCH_MEDIA_TYPES.filter((mediaType) => mediaType !== STRATEGIC_MERGE_PATCH || isStrategic);
}

/** Reports whether any of the media types in a header is that of a patch: by one of them a request finds its way. */
export function namesPatch(contentType: string | undefined, serializers: Serializers): boolean {
  const types = (contentType ?? '').split(',').map((part) => part.split(';', 1)[0].trim());
  return types.some(
    (type) => serializers.configurationTypes.includes(type) || PATCH_MEDIA_TYPES.includes(type as PatchMediaType),
  );
}

/** Returns the form of the patch of a request; 415 where it is not a single form of patches that the resource takes. */
export function patchTypeOf({ headers, serializers }: RequestContext, expected: PatchExpectation): PatchMediaType {
  const [mediaType] = String(headers['content-type'] ?? '').split(';', 1);
  const offered = offeredFor(expected);
  if (!offered.includes(mediaType)) throw unsupportedMediaType([...offered, ...serializers.configurationTypes]);
  return mediaType as PatchMediaType;
}

/** Reads the patch of a request. Throws as `patchTypeOf`. */
export async function patchDocument(context: RequestContext, expected: BodyExpectation): Promise<PatchDocument> {
  const mediaType = patchTypeOf(context, expected);
  const body = (await readBodyInTurn(context)).toString('utf8');
  return {
    text: body,
    apply(current, { fieldValidation = 'Warn' }) {
      const document = current as unknown as JsonValue;
      const patched = applyPatch({
        mediaType,
        type: expected.type,
        document,
        patch: body,
        fieldValidation,
      });
      return decodePatched(patched, expected, {
        validation: fieldValidation,
        warn: context.warn,
        isTyped: mediaType === STRATEGIC_MERGE_PATCH,
      });
    },
  };
}
