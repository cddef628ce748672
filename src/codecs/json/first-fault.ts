import type { JsonValue } from '../../apimachinery/index.js';
import { DecodeError, type ObjectShape } from '../../schema/index.js';
import { type MemberPath, parseJson, setMember } from './parse-json.js';
import { RepeatedMembers } from './repeated-members.js';

type JsonObject = { [key: string]: JsonValue };

/** A value that does not fit the type, and where it is. */
interface Misfit {
  readonly path: MemberPath;
  readonly value: JsonValue;
}

/**
 * Returns a document with the first value of a text that does not fit its type, and nothing else; undefined where all fit.
 * A decoder that reads every repeated member meets it first, even if later members of the same name hide it.
 */
export function firstFaultIn(text: string, type: ObjectShape): JsonObject | undefined {
  const misfit = firstMisfit(text, type);
  const document = misfit && documentOf(misfit);
  return document && isRefused(document, type) ? document : undefined;
}

function firstMisfit(text: string, { strategic }: ObjectShape): Misfit | undefined {
  const members = new RepeatedMembers(strategic!);
  let found: Misfit | undefined;
  /** The depth of the misfit, or of the innermost value around it that has been read. */
  let depth = 0;
  parseJson(text, {
    keepsLiterals: true,
    onValue: (path, value) => {
      // A decoder does not look inside of a misfit, which is read after what is inside.
      if (found && path.length >= depth) return;
      depth = path.length;
      if (!members.fits(path, value)) found = { path: [...path], value };
    },
  });
  return found;
}

function documentOf({ path, value }: Misfit): JsonObject {
  // Errors name no indexes.
  return path.reduceRight<JsonValue>(
    (inner, step) => (typeof step === 'number' ? [inner] : around(step, inner)),
    value,
  ) as JsonObject;
}

function around(name: string, value: JsonValue): JsonObject {
  const object: JsonObject = {};
  setMember(object, name, value);
  return object;
}

function isRefused(document: JsonObject, type: ObjectShape): boolean {
  try {
    type.decode(document);
    return false;
  } catch (error) {
    if (error instanceof DecodeError) return true;
    throw error;
  }
}
