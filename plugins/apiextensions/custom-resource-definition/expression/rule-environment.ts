import { type StrategyContext } from '../../../../src/plugin-api/index.js';
import {
  expressionEnvironment,
  expressionLanguage,
  type ExpressionLanguage,
} from '../../../../src/plugin-api/built-in.js';
import { type DeclaredType, fieldNamed, type TypeDeclarations } from './declared-type.js';

type Environment = ReturnType<typeof expressionEnvironment>;
type EstimateSize = Parameters<ExpressionLanguage['estimateCost']>[2];

/** Where a rule stands, as far as that decides what it may use. */
export interface RuleEnvironmentOptions {
  readonly release?: StrategyContext['release'];
  /** Stored expressions may use what newer releases know. */
  readonly isStored: boolean;
  /** True if the former value may be absent. */
  readonly optionalOldSelf?: boolean;
}

/** Returns the environment of the rules of values of one type: `self` and `oldSelf`. */
export function ruleEnvironment(
  { type }: DeclaredType,
  types: TypeDeclarations,
  { release, isStored, optionalOldSelf = false }: RuleEnvironmentOptions,
): Environment {
  const { optionalOf } = expressionLanguage();
  return expressionEnvironment(release, { isStored }).extend({
    variables: { self: type, oldSelf: optionalOldSelf ? optionalOf(type) : type },
    objects: (name, field) => types.fieldType(name, field),
  });
}

/** Returns the sizes of `self`, `oldSelf` and what is in them, as the schema limits them; in the units of cost estimates. */
export function sizesOf(declared: DeclaredType): EstimateSize {
  return (path) => {
    const max = sizeAt(declared, path.slice(1));
    return max === undefined ? undefined : { min: 0, max };
  };
}

/** The largest size of the value at a path; undefined where the schema does not say. */
function sizeAt(from: DeclaredType, path: readonly string[]): number | undefined {
  let at: DeclaredType | undefined = from;
  for (const [i, step] of path.entries()) {
    if (step === '@keys') return at.type.kind === 'map' && i === path.length - 1 ? 0 : undefined;
    at = step === '@items' || step === '@values' ? at.element : at.fields && fieldNamed(at.fields, step);
    if (!at) return undefined;
  }
  return at.maxSize;
}
