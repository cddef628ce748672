import {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isLabelValue,
  isQualifiedName,
} from '../../apimachinery/index.js';
import { type FunctionDeclaration, listOf, opaqueOf, optionalOf, STRING, type Type } from '../check/index.js';
import { ArrayList, noSuchOverload, OpaqueValue, OptionalValue, parseTimestamp, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';
import { readUrl } from './url.js';

const TYPE = opaqueOf('kubernetes.NamedFormat');

type Check = (text: string) => string[];

/** A form that texts may have to have. */
export class FormatValue extends OpaqueValue {
  readonly typeName = 'kubernetes.NamedFormat';

  constructor(
    readonly name: string,
    readonly check: Check,
    private readonly patternSize: number,
  ) {
    super();
  }

  equals(other: Value): boolean {
    if (!(other instanceof FormatValue)) throw noSuchOverload();
    return other.name === this.name;
  }

  override get costSize(): number {
    return this.patternSize;
  }
}

/** A prefix may end where the whole may not: with a hyphen. */
function asPrefix(check: Check): Check {
  return (text) => check(text.endsWith('-') ? `${text.slice(0, -1)}a` : text);
}

function matching(pattern: RegExp, message: string): Check {
  return (text) => (pattern.test(text) ? [] : [message]);
}

const isUuid = matching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i, 'does not match the UUID format');
const isBase64 = matching(/^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i, 'invalid base64');
const isDate: Check = (text) => {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined ? [] : ['invalid date'];
};
const isDateTime: Check = (text) => {
  return parseTimestamp(text.replace(' ', 'T')) === undefined ? ['invalid datetime'] : [];
};
const isUri: Check = (text) => {
  const read = readUrl(text);
  return typeof read === 'string' ? [read] : [];
};

const FORMATS: readonly FormatValue[] = [
  new FormatValue('dns1123Label', isDns1123Label, 30),
  new FormatValue('dns1123Subdomain', isDns1123Subdomain, 60),
  new FormatValue('dns1035Label', isDns1035Label, 30),
  new FormatValue('qualifiedName', isQualifiedName, 60),
  new FormatValue('dns1123LabelPrefix', asPrefix(isDns1123Label), 30),
  new FormatValue('dns1123SubdomainPrefix', asPrefix(isDns1123Subdomain), 60),
  new FormatValue('dns1035LabelPrefix', asPrefix(isDns1035Label), 30),
  new FormatValue('labelValue', isLabelValue, 40),
  new FormatValue('uri', isUri, 1104),
  new FormatValue('uuid', isUuid, 72),
  new FormatValue('byte', isBase64, 84),
  new FormatValue('date', isDate, 72),
  new FormatValue('datetime', isDateTime, 72),
];

const BY_NAME = new Map(FORMATS.map((format) => [format.name, format]));

function named(name: string): Value {
  const format = BY_NAME.get(name);
  return format ? new OptionalValue(format) : OptionalValue.none;
}

function validate(format: FormatValue, text: string): Value {
  const faults = format.check(text);
  return faults.length === 0 ? OptionalValue.none : new OptionalValue(new ArrayList(faults));
}

/** Forms of texts, which Kubernetes adds. */
export const FORMATTING: readonly FunctionDeclaration[] = [
  declare('format.named', overload('format-named', { args: [STRING], result: optionalOf(TYPE), call: named })),
  declare(
    'validate',
    member('format-validate', { args: [TYPE, STRING], result: optionalOf(listOf(STRING)), call: validate }),
  ),
  ...FORMATS.map((format) => {
    const id = `format-${format.name}`;
    return declare(`format.${format.name}`, overload(id, { args: [], result: TYPE, call: () => format }));
  }),
];

/** The name that stands for the type of forms. */
export const FORMAT_TYPE: readonly [string, Type] = [TYPE.name, TYPE];
