import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { DYN, formatType, optionalOf, typeOf } from '../../src/cel/check/index.js';
import { bindingsOf, expectedValue, isMessageTest, isSameValue, typeFrom } from './conformance-values.js';
import { Environment } from '../../src/cel/environment.js';
import { OPTIONAL_TYPES } from '../../src/cel/library/optional.js';
import { CROSS_TYPE_ORDERING } from '../../src/cel/library/relations.js';
import { STANDARD } from '../../src/cel/library/standard.js';
import { STRINGS_V2 } from '../../src/cel/library/strings.js';
import { OPTIONAL_MACROS } from '../../src/cel/parse/index.js';

/** The suites of the core language, and of the extensions that Kubernetes has. */
const SUITES = [
  'basic',
  'comparisons',
  'conversions',
  'fields',
  'fp_math',
  'integer_math',
  'lists',
  'logic',
  'macros',
  'optionals',
  'parse',
  'plumbing',
  'string',
  'string_ext',
  'timestamps',
  'type_deductions',
];

const WRITTEN_AS_BEFORE =
  'Kubernetes 1.32 writes numbers in American English, and lists and maps with their texts in quotes: a later release of the suite asks for plain ones';

const SYMBOLS =
  'Kubernetes 1.32 writes an infinite number as a symbol and fills scientific numbers up to six characters: the suite asks for the words';

const ONLY_INTEGERS = 'Kubernetes 1.32 writes with %d integers alone: the suite takes numbers that are not finite';

const EMPTY_TEXT =
  'Kubernetes 1.32 searches an empty text from before its first character, which fails: the suite asks for -1';

const BEHIND_THE_END = 'Kubernetes 1.32 finds nothing behind the last character (-1): the suite asks for an error';

const NO_PARTS = 'in Kubernetes 1.32 an optional part of null or of a scalar is absent: the suite asks for an error';

/** Tests that do not hold here, by how their names begin, and why. */
const EXCEPTIONS: readonly (readonly [start: string, why: string])[] = [
  ['fields/quoted_map_fields/', 'field names in backquotes came with a later release of the reference'],
  ['string_ext/format/default precision for scientific', WRITTEN_AS_BEFORE],
  ['string_ext/format/scientific notation', WRITTEN_AS_BEFORE],
  ['string_ext/format/list support', WRITTEN_AS_BEFORE],
  ['string_ext/format/map support', WRITTEN_AS_BEFORE],
  ['string_ext/format/dyntype NaN/infinity', WRITTEN_AS_BEFORE],
  ['string_ext/format/dyntype support for lists', WRITTEN_AS_BEFORE],
  ['string_ext/format/dyntype support for maps', WRITTEN_AS_BEFORE],
  ['string_ext/format/dyntype support for scientific', WRITTEN_AS_BEFORE],
  ['string_ext/format/NaN support for scientific', SYMBOLS],
  ['string_ext/format/positive infinity support for scientific', SYMBOLS],
  ['string_ext/format/negative infinity support for scientific', SYMBOLS],
  ['string_ext/format/positive infinity support for fixed-point', SYMBOLS],
  ['string_ext/format/negative infinity support for fixed-point', SYMBOLS],
  ['string_ext/format/NaN support for decimal', ONLY_INTEGERS],
  ['string_ext/format/positive infinity support for decimal', ONLY_INTEGERS],
  ['string_ext/format/negative infinity support for decimal', ONLY_INTEGERS],
  ['string_ext/last_index_of/empty_string', EMPTY_TEXT],
  ['string_ext/value_errors/indexof_out_of_range', BEHIND_THE_END],
  ['string_ext/value_errors/lastindexof_out_of_range', BEHIND_THE_END],
  ['optionals/optionals/map_null_entry_no_such_key', NO_PARTS],
  ['optionals/optionals/map_present_key_invalid_field', NO_PARTS],
];

const environment = Environment.of([
  STANDARD,
  { functions: [...CROSS_TYPE_ORDERING, ...STRINGS_V2] },
  {
    functions: OPTIONAL_TYPES,
    macros: OPTIONAL_MACROS,
    allowsOptional: true,
    variables: new Map([['optional_type', typeOf(optionalOf(DYN))]]),
  },
]);

function testsOf(suite: IncrementalTestSuite, path: string): (readonly [string, IncrementalTest])[] {
  const own = suite.tests.map((test) => [`${path}/${test.name}`, test] as const);
  return [...own, ...suite.suites.flatMap((inner) => testsOf(inner, `${path}/${inner.name}`))];
}

/** Kubernetes checks every expression before it runs it, and has no message types: both are left out here. */
function applies([name, { original }]: readonly [string, IncrementalTest]): boolean {
  const isExcepted = EXCEPTIONS.some(([start]) => name.startsWith(start));
  return !original.disableCheck && !isExcepted && !isMessageTest(original);
}

const ALL = getConformanceSuite().suites.filter(({ name }) => SUITES.includes(name));
const TESTS = ALL.flatMap((suite) => testsOf(suite, suite.name)).filter(applies);

describe('The conformance suite of the language', () => {
  it('is run but for what does not apply', () => {
    expect(TESTS.length).toBeGreaterThan(1200);
  });

  it.each(TESTS)('%s', (_name, { original }) => {
    const { expr, resultMatcher, typeEnv, bindings, checkOnly } = original;
    const declared = typeEnv.map(({ name, declKind }) => [name, typeFrom(declKind)]);
    const { program, error } = environment.extend({ variables: Object.fromEntries(declared) }).compile(expr);
    const values = bindingsOf(bindings);
    const evaluate = () => program!.evaluate({ find: (name) => values.get(name) }).value;
    if (resultMatcher.case === 'evalError') {
      expect(error !== undefined || fails(evaluate)).toBe(true);
      return;
    }
    expect(error).toBeUndefined();
    if (resultMatcher.case === 'typedResult') {
      const { deducedType } = resultMatcher.value;
      expect(formatType(program!.type)).toBe(formatType(typeFrom(deducedType!)));
    }
    if (!checkOnly) expect(isSameValue(evaluate(), expectedValue(resultMatcher))).toBe(true);
  });
});

function fails(evaluate: () => unknown): boolean {
  try {
    evaluate();
    return false;
  } catch {
    return true;
  }
}
