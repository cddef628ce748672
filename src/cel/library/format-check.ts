import { type Checked, isDynOrError, type Type, type TypeKind } from '../check/index.js';
import type { CallExpr, Issue } from '../parse/index.js';
import { EvaluationError } from '../values/index.js';
import { countClauses, replaceClauses } from './format-clauses.js';
import { CLAUSE_FAULTS } from './string-format.js';

const INTEGERS: readonly TypeKind[] = ['int', 'uint'];
/** The types of values that clauses may be used on; texts may stand for numbers without digits. */
const ALLOWED: Readonly<Record<string, readonly TypeKind[]>> = {
  s: ['any', 'bool', 'bytes', 'double', 'duration', 'int', 'null', 'string', 'timestamp', 'type', 'uint'],
  d: INTEGERS,
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: [...INTEGERS, 'bool'],
  o: INTEGERS,
  x: [...INTEGERS, 'string', 'bytes'],
  X: [...INTEGERS, 'string', 'bytes'],
};

/** Finds what is wrong with a call of `format` whose format and list of values are both written down. */
export function checkFormat({ at, target, args }: CallExpr, { types }: Checked): Issue | undefined {
  const [values] = args;
  if (target?.kind !== 'literal' || typeof target.value !== 'string' || values?.kind !== 'list') return undefined;
  const text = target.value;
  let issue: Issue | undefined;
  try {
    replaceClauses(text, values.elements.length, ({ letter }, i) => {
      const given = types.get(values.elements[i])!;
      const fault = mistakenType(letter, given);
      issue ??= fault && { at: values.elements[i].at, message: faultText(letter, fault) };
      return '';
    });
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return issue ?? { at, message: error.message };
  }
  return issue ?? surplus(at, countClauses(text), values.elements.length);
}

function faultText(letter: string, { name }: Type): string {
  return `error during formatting: ${CLAUSE_FAULTS[letter]}, was given ${name}`;
}

/** The type, of a value or something inside of it, that a clause cannot be used on. */
function mistakenType(letter: string, type: Type): Type | undefined {
  if (isDynOrError(type) || type.kind === 'param' || ALLOWED[letter].includes(type.kind)) return undefined;
  if (letter !== 's' || (type.kind !== 'list' && type.kind !== 'map')) return type;
  for (const inner of type.params) {
    const mistaken = mistakenType(letter, inner);
    if (mistaken) return mistaken;
  }
  return undefined;
}

function surplus(at: number, expected: number, given: number): Issue | undefined {
  if (given <= expected) return undefined;
  return { at, message: `too many arguments supplied to string.format (expected ${expected}, got ${given})` };
}
