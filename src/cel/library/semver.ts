import { MAX_SHOWN_VALUE, cutText } from '../../apimachinery/index.js';
import {
  BOOL,
  type FunctionDeclaration,
  INT,
  opaqueOf,
  type Overload,
  type OverloadCall,
  STRING,
  type Type,
} from '../check/index.js';
import { EvaluationError, noSuchOverload, OpaqueValue, type Value } from '../values/index.js';
import { declare, member, overload } from './declare.js';

const TYPE_NAME = 'kubernetes.Semver';
const TYPE = opaqueOf(TYPE_NAME);
const NUMBER = /^\d{1,20}$/;
const MAX_NUMBER = 2n ** 64n - 1n;
const IDENTIFIER = /^[0-9A-Za-z-]+$/;

/** A semantic version such as `1.2.3-rc.1+build`. */
class SemverValue extends OpaqueValue {
  readonly typeName = TYPE_NAME;

  constructor(
    readonly numbers: readonly bigint[],
    readonly prerelease: readonly string[],
  ) {
    super();
  }

  equals(other: Value): boolean {
    if (!(other instanceof SemverValue)) throw noSuchOverload();
    return this.compare(other) === 0;
  }

  /** Compares by precedence; the build is no part of it. */
  compare(other: SemverValue): number {
    for (const [i, number] of this.numbers.entries()) {
      if (number !== other.numbers[i]) return number < other.numbers[i] ? -1 : 1;
    }
    return comparePrereleases(this.prerelease, other.prerelease);
  }
}

/** A version without one comes after all of its prereleases. */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const compared = compareIdentifiers(a[i], b[i]);
    if (compared !== 0) return compared;
  }
  return Math.sign(a.length - b.length);
}

/** Numbers come before texts. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumberA, isNumberB] = [NUMBER.test(a), NUMBER.test(b)];
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  if (isNumberA) return BigInt(a) === BigInt(b) ? 0 : BigInt(a) < BigInt(b) ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

function parse(text: string): SemverValue | undefined {
  const [versioned, build] = cut(text, '+');
  const [core, prerelease] = cut(versioned, '-');
  const numbers = core.split('.');
  if (numbers.length !== 3 || !numbers.every(isNumber)) return undefined;
  const [parts, builds] = [prerelease?.split('.') ?? [], build?.split('.') ?? []];
  const areParts = parts.every((part) => IDENTIFIER.test(part) && !(NUMBER.test(part) && !isNumber(part)));
  if (!areParts || !builds.every((part) => IDENTIFIER.test(part))) return undefined;
  return new SemverValue(numbers.map(BigInt), parts);
}

function cut(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function isNumber(text: string): boolean {
  return NUMBER.test(text) && (text === '0' || !text.startsWith('0')) && BigInt(text) <= MAX_NUMBER;
}

/** Versions that are written loosely have a `v`, fewer numbers or leading zeros. */
function normalized(text: string): string {
  const version = text.startsWith('v') ? text.slice(1) : text;
  const end = version.search(/[+-]/);
  const [core, rest] = end < 0 ? [version, ''] : [version.slice(0, end), version.slice(end)];
  const numbers = core.split('.').map((number) => number.replace(/^0+(?=\d)/, ''));
  while (numbers.length < 3 && rest === '') numbers.push('0');
  return numbers.join('.') + rest;
}

const read = (text: string, isLoose = false): SemverValue | undefined => parse(isLoose ? normalized(text) : text);

function toSemver(text: string, isLoose?: boolean): Value {
  const version = read(text, isLoose);
  if (!version) throw new EvaluationError(`Invalid Semver: ${cutText(text, MAX_SHOWN_VALUE)}`);
  return version;
}

function part(name: string, index: number): FunctionDeclaration {
  const call = ({ numbers }: SemverValue): Value => BigInt.asIntN(64, numbers[index]);
  return declare(name, member(`semver_${name}`, { args: [TYPE], result: INT, call }));
}

function comparing(id: string, result: Type, answer: (order: number) => Value): Overload {
  const call: OverloadCall = (a: SemverValue, b: SemverValue) => answer(a.compare(b));
  return member(id, { args: [TYPE, TYPE], result, call });
}

const isSemver: OverloadCall = (text: string, isLoose?: boolean) => read(text, isLoose) !== undefined;

/** Semantic versions, which Kubernetes adds. */
export const SEMVERS: readonly FunctionDeclaration[] = [
  declare(
    'semver',
    overload('string_to_semver', { args: [STRING], result: TYPE, call: toSemver }),
    overload('string_bool_to_semver', { args: [STRING, BOOL], result: TYPE, call: toSemver }),
  ),
  declare(
    'isSemver',
    overload('is_semver_string', { args: [STRING], result: BOOL, call: isSemver }),
    overload('is_semver_string_bool', { args: [STRING, BOOL], result: BOOL, call: isSemver }),
  ),
  declare(
    'isGreaterThan',
    comparing('semver_is_greater_than', BOOL, (order) => order > 0),
  ),
  declare(
    'isLessThan',
    comparing('semver_is_less_than', BOOL, (order) => order < 0),
  ),
  declare('compareTo', comparing('semver_compare_to', INT, BigInt)),
  part('major', 0),
  part('minor', 1),
  part('patch', 2),
];

/** The name that stands for the type of versions. */
export const SEMVER_TYPE: readonly [string, Type] = [TYPE_NAME, TYPE];
