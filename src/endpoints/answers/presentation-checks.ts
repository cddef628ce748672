import { FieldPath, badRequest, failure, formatFieldError, invalid } from '../../apimachinery/index.js';
import type { Presentation } from '../../codecs/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { isIncludeObject } from './views.js';

const INCLUDE_MESSAGE = "must be 'Metadata', 'Object', 'None', or empty";

/** Throws 400 where a query asks for table rows of no known sort. */
export function checkIncludeObject(includeObject: string): void {
  if (isIncludeObject(includeObject)) return;
  const error = invalid(FieldPath.of('includeObject'), includeObject, INCLUDE_MESSAGE);
  throw badRequest(`Unable to convert to Table as requested: ${formatFieldError(error)}`);
}

/** The presentation of a response, for errors about requests for another one. */
export interface Presented {
  /** The type of the object, or of a list's items, in the group that the kind is of. */
  readonly type: ObjectShape;
  /** Its kind: that of the list, where it is one. */
  readonly kind: string;
  readonly isList: boolean;
}

/** Throws 406 where metadata of one object is asked for and the answer is a list, or the other way round. */
export function checkPresentation(presentation: Presentation, presented: Presented): void {
  const { isList } = presented;
  if (presentation !== (isList ? 'PartialObjectMetadata' : 'PartialObjectMetadataList')) return;
  const found = `${isList ? 'a list' : 'not a list'} (*${goTypeOf(presented)})`;
  throw failure(406, `you requested ${presentation}, but the requested object is ${found}`, {
    reason: 'NotAcceptable',
  });
}

/** The Go type of a response as `%T` prints it: the package is the last part of a type's name before the version. */
function goTypeOf({ type, kind, isList }: Presented): string {
  if (type.isUnstructured) return `unstructured.Unstructured${isList ? 'List' : ''}`;
  const [owner] = type.name.split('.').slice(-3);
  return `${owner}.${kind}`;
}
