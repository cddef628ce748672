import type { StrategyContext } from '../../../src/plugin-api/index.js';
import { expressionEnvironment, expressionLanguage } from '../../../src/plugin-api/built-in.js';

type Language = ReturnType<typeof expressionLanguage>;
type Environment = ReturnType<typeof expressionEnvironment>;
type Type = ReturnType<Language['objectOf']>;

/** The faults of an expression, or its greatest cost. */
export type CompiledSelector =
  { readonly error: string; readonly cost?: undefined } | { readonly error?: undefined; readonly cost: number };

const DEVICE = 'kubernetes.DRADevice';

/** Compiles expressions about devices. The expression language has to have been loaded when the first one is. */
export class DeviceExpressions {
  private environment: Environment | undefined = undefined;

  constructor(private readonly context: Pick<StrategyContext, 'release' | 'isEnabled'>) {}

  /** Compiles one expression, which has to say whether a device is chosen. */
  compile(expression: string): CompiledSelector {
    this.environment ??= this.newEnvironment();
    const { program, error } = this.environment.compile(expression);
    if (error !== undefined) return { error: `compilation failed: ${error}` };
    const language = expressionLanguage();
    const type = language.formatType(program.type);
    if (type !== 'bool' && type !== 'dyn' && type !== 'any') {
      return { error: `must evaluate to bool or the unknown type, not ${type}` };
    }
    const fault = program.prepare();
    if (fault !== undefined) return { error: `program instantiation failed: ${fault}` };
    return { cost: Number(language.estimateCost(program.expr, program.checked, sizeOf).max) };
  }

  private newEnvironment(): Environment {
    const language = expressionLanguage();
    const fields = deviceFields(language, this.context.isEnabled('DRAConsumableCapacity'));
    return expressionEnvironment(this.context.release).extend({
      variables: { device: language.objectOf(DEVICE) },
      objects: (type, field) => (type === DEVICE ? fields.get(field) : undefined),
      functions: language.SEMVERS,
      macros: language.BINDING_MACROS,
    });
  }
}

function deviceFields(
  { BOOL, DYN, QUANTITY_TYPE, STRING, mapOf }: Language,
  hasSharing: boolean,
): ReadonlyMap<string, Type> {
  return new Map([
    ['driver', STRING],
    ['attributes', mapOf(STRING, mapOf(STRING, DYN))],
    ['capacity', mapOf(STRING, mapOf(STRING, QUANTITY_TYPE[1]))],
    ...(hasSharing ? ([['allowMultipleAllocations', BOOL]] as const) : []),
  ]);
}

const DRIVER_LENGTH = 63;
const DOMAIN_LENGTH = 63;
const IDENTIFIER_LENGTH = 32;
const MOST_PROPERTIES = 32;
const VALUE_LENGTH = 64;

/** The greatest sizes of what a device has, by its path: properties are in maps by domain, and in these by name. */
function sizeOf([variable, member, ...inside]: readonly string[]): { min: number; max: number } | undefined {
  if (variable !== 'device') return undefined;
  if (member === 'driver') return upTo(DRIVER_LENGTH);
  if (member !== 'attributes' && member !== 'capacity') return undefined;
  const key = inside.at(-1);
  if (inside.length === 0) return upTo(MOST_PROPERTIES);
  if (inside.length === 1) return upTo(key === '@keys' ? DOMAIN_LENGTH : MOST_PROPERTIES);
  if (inside.length > 2) return undefined;
  if (key === '@keys') return upTo(IDENTIFIER_LENGTH);
  return upTo(member === 'attributes' ? VALUE_LENGTH : 0);
}

function upTo(max: number): { min: number; max: number } {
  return { min: 0, max };
}
