import {
  DEFAULT_SCALAR_STYLE_RULES,
  NOT_RESOLVED,
  SCALAR_STYLE,
  type ScalarStyleRule,
  Schema,
  boolYaml11Tag,
  defineScalarTag,
  dump,
  floatYaml11Tag,
  mapTag,
  nullYaml11Tag,
  seqTag,
  strTag,
} from 'js-yaml';
import { compareKeys } from './compare-keys.js';
import { isAmbiguous, resolvePlain } from './resolve-scalar.js';

const integerTag = defineScalarTag<number | bigint>('tag:yaml.org,2002:int', {
  implicit: true,
  resolve: (source) => {
    const value = resolvePlain(source);
    return typeof value === 'bigint' || Number.isInteger(value) ? (value as number | bigint) : NOT_RESOLVED;
  },
  identify: (value) => typeof value === 'bigint' || (Number.isInteger(value) && Math.abs(value as number) < 1e21),
  represent: (value: number | bigint) => String(value),
});

const SCHEMA = new Schema([strTag, seqTag, mapTag, nullYaml11Tag, boolYaml11Tag, integerTag, floatYaml11Tag]);

const { doubleQuoteForInvisibles, tryLongOrMultilineAsBlock, quoteInvalidPlain, fallbackToDoubleQuoted } =
  DEFAULT_SCALAR_STYLE_RULES;

const quoteAmbiguous: ScalarStyleRule = (layout) => {
  const isText = layout.node.tag === strTag.tagName && layout.style === SCALAR_STYLE.PLAIN;
  if (isText && isAmbiguous(layout.node.value)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
};

const RULES: readonly ScalarStyleRule[] = [
  doubleQuoteForInvisibles,
  tryLongOrMultilineAsBlock,
  quoteAmbiguous,
  quoteInvalidPlain,
  fallbackToDoubleQuoted,
];

/**
 * Writes plain data as YAML the way Kubernetes does: keys sorted, lists not indented below their key, text over several
 * lines as a block, text that would be read as another type in double quotes.
 */
export function stringifyYaml(value: unknown): string {
  return dump(value, {
    schema: SCHEMA,
    seqNoIndent: true,
    noRefs: true,
    lineWidth: -1,
    sortKeys: compareKeys,
    scalarStyleRules: RULES,
  });
}
