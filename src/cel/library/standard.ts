import type { Library } from '../environment.js';
import { STANDARD_MACROS } from '../parse/index.js';
import { ARITHMETIC } from './arithmetic.js';
import { CONVERSIONS, TYPE_NAMES } from './conversions.js';
import { RELATIONS } from './relations.js';
import { TEXT } from './text.js';
import { TIME } from './time.js';

/** The standard library of the language. */
export const STANDARD: Library = {
  functions: [...RELATIONS, ...ARITHMETIC, ...CONVERSIONS, ...TEXT, ...TIME],
  variables: TYPE_NAMES,
  macros: STANDARD_MACROS,
};
