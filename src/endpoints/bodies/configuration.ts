import {
  MAX_VALUES,
  type StatusError,
  badRequest,
  requestEntityTooLarge,
  unsupportedMediaType,
} from '../../apimachinery/index.js';
import { JsonSyntaxError, type ReadBody, SizeFault, SyntaxFault, parseJson } from '../../codecs/index.js';
import { takeTurn } from '../../observability/index.js';
import { type ObjectShape, jsonTypeOf } from '../../schema/index.js';
import type { RequestContext } from '../request-context.js';
import { type FieldValidation, StrictProblems } from './field-validation.js';
import { readBody } from './request-body.js';

/** Media type of the configurations that server-side apply takes, in YAML or JSON. */
export const APPLY_PATCH = 'application/apply-patch+yaml';

/** A configuration that was sent to be applied. */
export interface SentConfiguration {
  readonly configuration: Record<string, unknown>;
  /** Warns of what it says twice, or throws 400 where that is asked for. To be called once it has been applied. */
  report(): void;
}

/** Whether a request brings a configuration to apply. */
export function isApply({ headers }: Pick<RequestContext, 'headers'>): boolean {
  return String(headers['content-type'] ?? '').split(';', 1)[0] === APPLY_PATCH;
}

/** Reads the configuration of a request; 400 for what is none, 413 for what is too large. */
export async function readConfiguration(
  context: RequestContext,
  type: ObjectShape,
  validation: FieldValidation,
): Promise<SentConfiguration> {
  const bytes = await readBody(context.request);
  await takeTurn();
  const { value, duplicates } = await parse(context, bytes, type);
  if (value !== null && jsonTypeOf(value) !== 'object') throw undecodable(`${UNMARSHAL}${jsonTypeOf(value)}${INTO}`);
  return {
    configuration: (value ?? {}) as Record<string, unknown>,
    report: () => {
      const problems = new StrictProblems(validation);
      problems.addMembers(duplicates, []);
      problems.report(context.warn, () => badRequest(`error strict decoding YAML: ${CONVERTING}${duplicates[0]}`));
    },
  };
}

const CONVERTING = 'error converting YAML to JSON: ';
const UNMARSHAL = 'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ';
const INTO = ' into Go value of type map[string]interface {}';

async function parse({ serializers }: RequestContext, bytes: Buffer, type: ObjectShape): Promise<ReadBody> {
  const json = asJson(bytes);
  if (json) return json;
  const yaml = serializers.forBody(YAML, true);
  if (!yaml) throw unsupportedMediaType(serializers.mediaTypes);
  try {
    return await yaml.read(bytes, type);
  } catch (error) {
    if (error instanceof SizeFault) throw requestEntityTooLarge(error.message);
    throw error instanceof SyntaxFault ? undecodable(`${CONVERTING}${error.message}`) : error;
  }
}

const YAML = 'application/yaml';

/** What JSON and YAML read differently: escapes of half characters, and characters that are breaks or none in YAML. */
const AMBIGUOUS = /\\u|[\u007f-\u009f\u2028\u2029\ufeff\ufffd-\uffff]/;
const OPEN_OBJECT = 0x7b;

/** Reads what is JSON without doubt, which takes a tenth of the time; what is odd is left to YAML and its words. */
function asJson(bytes: Buffer): ReadBody | undefined {
  const text = bytes[0] === OPEN_OBJECT ? bytes.toString('utf8') : '';
  if (text === '' || AMBIGUOUS.test(text)) return undefined;
  try {
    const parsed = parseJson(text, { maxValues: MAX_VALUES });
    return parsed.duplicates.length === 0 ? parsed : undefined;
  } catch (error) {
    if (error instanceof SizeFault) throw requestEntityTooLarge(error.message);
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function undecodable(why: string): StatusError {
  return badRequest(`error decoding YAML: ${why}`);
}
