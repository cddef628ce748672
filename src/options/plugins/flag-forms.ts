import type { FlagForm } from './plugin-settings.js';

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

const CHECKS: Readonly<Record<FlagForm, (value: unknown) => boolean>> = {
  string: isText,
  file: isText,
  bool: (value) => typeof value === 'boolean',
  int: Number.isSafeInteger,
  float: isNumber,
  duration: isNumber,
  strings: (value) => Array.isArray(value) && value.every(isText),
};

/** Reports whether a value has a form; no value has one that does not exist. */
export function isForm(form: FlagForm, value: unknown): boolean {
  return Object.hasOwn(CHECKS, form) && CHECKS[form](value);
}
