import * as rules from 'class-validator';
import { refuseStandardDecorators } from '../schema/index.js';

/**
 * Settings of a rule.
 *
 * @public
 * @example
 * class Berth { @IsIn(['Fuel', 'Water'], { each: true } satisfies RuleOptions) services?: string[]; }
 */
export interface RuleOptions {
  /** True if each element of a list is checked, in place of the list. */
  readonly each?: boolean;
  /** The fault that is reported, in place of the rule's own. */
  readonly message?: string;
}

/**
 * The list has at most so many elements.
 *
 * @public
 * @example
 * class Berth { @ArrayMaxSize(10) supplies?: string[]; }
 */
export const ArrayMaxSize: (most: number, options?: RuleOptions) => PropertyDecorator = checked(
  'ArrayMaxSize',
  rules.ArrayMaxSize,
);

/**
 * The list has at least so many elements.
 *
 * @public
 * @example
 * class Berth { @ArrayMinSize(1) supplies?: string[]; }
 */
export const ArrayMinSize: (fewest: number, options?: RuleOptions) => PropertyDecorator = checked(
  'ArrayMinSize',
  rules.ArrayMinSize,
);

/**
 * No two elements of the list are equal.
 *
 * @public
 * @example
 * class Berth { @ArrayUnique() supplies?: string[]; }
 */
export const ArrayUnique: (options?: RuleOptions) => PropertyDecorator = checked('ArrayUnique', rules.ArrayUnique);

/**
 * The value is the given one.
 *
 * @public
 * @example
 * class Berth { @Equals(1) slots?: number; }
 */
export const Equals: (value: unknown, options?: RuleOptions) => PropertyDecorator = checked('Equals', rules.Equals);

/**
 * The value is set.
 *
 * @public
 * @example
 * class Berth { @IsDefined() slots?: number; }
 */
export const IsDefined: (options?: RuleOptions) => PropertyDecorator = checked('IsDefined', rules.IsDefined);

/**
 * The value is one of the given ones.
 *
 * @public
 * @example
 * class Berth { @IsIn(['General', 'Oil']) cargo?: string; }
 */
export const IsIn: (values: readonly unknown[], options?: RuleOptions) => PropertyDecorator = checked(
  'IsIn',
  rules.IsIn,
);

/**
 * The value is an integer.
 *
 * @public
 * @example
 * class Berth { @IsInt() slots?: number; }
 */
export const IsInt: (options?: RuleOptions) => PropertyDecorator = checked('IsInt', rules.IsInt);

/**
 * The value is neither unset nor an empty text.
 *
 * @public
 * @example
 * class Berth { @IsNotEmpty() cargo?: string; }
 */
export const IsNotEmpty: (options?: RuleOptions) => PropertyDecorator = checked('IsNotEmpty', rules.IsNotEmpty);

/**
 * The value differs from all of the given ones.
 *
 * @public
 * @example
 * class Berth { @IsNotIn(['Waste']) cargo?: string; }
 */
export const IsNotIn: (values: readonly unknown[], options?: RuleOptions) => PropertyDecorator = checked(
  'IsNotIn',
  rules.IsNotIn,
);

/**
 * The other rules of the member are skipped while it is unset.
 *
 * @public
 * @example
 * class Berth { @IsOptional() cargo?: string; }
 */
export const IsOptional: (options?: RuleOptions) => PropertyDecorator = checked('IsOptional', rules.IsOptional);

/**
 * The text matches a regular expression.
 *
 * @public
 * @example
 * class Berth { @Matches(/^[a-z]+$/) cargo?: string; }
 */
export const Matches: (pattern: RegExp, options?: RuleOptions) => PropertyDecorator = checked('Matches', rules.Matches);

/**
 * The number is at most the given one.
 *
 * @public
 * @example
 * class Berth { @Max(5) slots?: number; }
 */
export const Max: (most: number, options?: RuleOptions) => PropertyDecorator = checked('Max', rules.Max);

/**
 * The text has at most so many characters.
 *
 * @public
 * @example
 * class Berth { @MaxLength(63) cargo?: string; }
 */
export const MaxLength: (most: number, options?: RuleOptions) => PropertyDecorator = checked(
  'MaxLength',
  rules.MaxLength,
);

/**
 * The number is at least the given one.
 *
 * @public
 * @example
 * class Berth { @Min(0) slots?: number; }
 */
export const Min: (fewest: number, options?: RuleOptions) => PropertyDecorator = checked('Min', rules.Min);

/**
 * The text has at least so many characters.
 *
 * @public
 * @example
 * class Berth { @MinLength(1) cargo?: string; }
 */
export const MinLength: (fewest: number, options?: RuleOptions) => PropertyDecorator = checked(
  'MinLength',
  rules.MinLength,
);

/** Returns the same rule, which refuses to be compiled as a standard decorator: the package would fail without a message. */
function checked<F extends (...options: never[]) => PropertyDecorator>(name: string, rule: F): F {
  const checking = (...options: never[]): PropertyDecorator => {
    const decorate = rule(...options);
    return (target, member) => {
      refuseStandardDecorators(`@${name}`, member);
      decorate(target, member);
    };
  };
  return checking as F;
}
