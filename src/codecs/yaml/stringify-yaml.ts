import {
  DEFAULT_SCALAR_STYLE_RULES,
  NOT_RESOLVED,
  SCALAR_STYLE,
  type ScalarStyleRule,
  Schema,
  boolYaml11Tag,
  defineScalarTag,
  dump,
  mapTag,
  nullYaml11Tag,
  seqTag,
  strTag,
} from 'js-yaml';
import { compareKeys } from './compare-keys.js';
import { foldLines } from './fold-lines.js';
import { type YamlScalar, isAmbiguous, resolvePlain } from './resolve-scalar.js';

/** Numbers with a fraction or an exponent; an `e` in hexadecimal is a digit. */
const FLOAT_FORM = /^(?![-+]?0[xX]).*[.eE]/;

const integerTag = defineScalarTag<number | bigint>('tag:yaml.org,2002:int', {
  implicit: true,
  resolve: (source) => (FLOAT_FORM.test(source) ? NOT_RESOLVED : orNotResolved(resolvePlain(source))),
  identify: isInteger,
  represent: (value: number | bigint) => String(value),
});

const floatTag = defineScalarTag<number | bigint>('tag:yaml.org,2002:float', {
  implicit: true,
  resolve: (source) => (FLOAT_FORM.test(source) ? orNotResolved(resolvePlain(source)) : NOT_RESOLVED),
  identify: (value) => (typeof value === 'number' || typeof value === 'bigint') && !isInteger(value),
  represent: (value: number | bigint) => formatFloat(Number(value)),
});

const SCHEMA = new Schema([strTag, seqTag, mapTag, nullYaml11Tag, boolYaml11Tag, integerTag, floatTag]);

const { doubleQuoteForInvisibles, tryLongOrMultilineAsBlock, quoteInvalidPlain, fallbackToDoubleQuoted } =
  DEFAULT_SCALAR_STYLE_RULES;

const quoteAmbiguous: ScalarStyleRule = (layout) => {
  const isText = layout.node.tag === strTag.tagName && layout.style === SCALAR_STYLE.PLAIN;
  if (isText && isAmbiguous(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/** Characters beyond the basic plane count as unprintable (upstream: yaml.v2). */
const ASTRAL = /[\u{10000}-\u{10ffff}]/gu;

/** A half of such a character: the quickest to look for, since most texts hold none. */
const SURROGATE = /[\ud800-\udfff]/;

/** Set by the rule while a document is written, so that only one with such a character is searched whole. */
let hasAstral = false;

const quoteAstral: ScalarStyleRule = (layout) => {
  if (!SURROGATE.test(layout.node.value)) return;
  hasAstral = true;
  layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

/** Lines that end in a space would be hard to see in a block, and document marks are easily taken for such. */
const quoteConfusing: ScalarStyleRule = (layout) => {
  const { value } = layout.node;
  if (/ \n| $/.test(value) && value.includes('\n')) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (layout.style === SCALAR_STYLE.PLAIN && /^(---|\.\.\.)/.test(value))
    layout.style = SCALAR_STYLE.SINGLE_QUOTED;
};

const RULES: readonly ScalarStyleRule[] = [
  doubleQuoteForInvisibles,
  tryLongOrMultilineAsBlock,
  quoteConfusing,
  quoteAstral,
  quoteAmbiguous,
  quoteInvalidPlain,
  fallbackToDoubleQuoted,
];

/**
 * Writes plain data as YAML the way Kubernetes does: keys sorted, lists not indented below their key, text over several
 * lines as a block, text that would be read as another type in double quotes, long text broken into lines.
 */
export function stringifyYaml(value: unknown): string {
  return foldLines(dumpYaml(value));
}

/** Writes the same with every text on one line, but for blocks. */
export function dumpYaml(value: unknown): string {
  hasAstral = false;
  const text = dump(value, {
    schema: SCHEMA,
    seqNoIndent: true,
    noRefs: true,
    lineWidth: -1,
    sortKeys: compareKeys,
    scalarStyleRules: RULES,
  });
  if (!hasAstral) return text;
  return text.replace(ASTRAL, (character) => {
    return `\\U${character.codePointAt(0)!.toString(16).toUpperCase().padStart(8, '0')}`;
  });
}

function orNotResolved(value: YamlScalar): number | bigint | typeof NOT_RESOLVED {
  return typeof value === 'number' || typeof value === 'bigint' ? value : NOT_RESOLVED;
}

/** Numbers beyond 64 bits are no integers. */
function isInteger(value: unknown): boolean {
  // Larger ones are floats (upstream: yaml.v2 reads them so before it writes them).
  if (typeof value === 'bigint') return value >= -(2n ** 63n) && value < 2n ** 64n;
  return Number.isInteger(value) && (value as number) >= -(2 ** 63) && (value as number) < 2 ** 64;
}

/** Writes a number as Go's `%g` does: with an exponent of two digits at least, from a million up. */
function formatFloat(value: number): string {
  const [digits, exponent] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
