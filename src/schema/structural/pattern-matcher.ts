import { RE2JS } from 're2js';
import { matchWithin, measured } from './validation-effort.js';

/** To compile a short pattern takes as long as so many steps of a match. */
const COMPILE_STEPS = 1500;

/** A pattern as it is used; undefined where it cannot be compiled. */
interface Compiled {
  readonly re: RE2JS | undefined;
  readonly size: number;
}

/**
 * Returns a test for texts by a pattern in Go's syntax, with Go's running time: linear in the text. The pattern is
 * compiled with the first text. One that cannot be compiled matches nothing. The test throws ValidationTooCostly.
 */
export function patternMatcher(pattern: string): (text: string) => boolean {
  let compiled: Compiled | undefined;
  return (text) => {
    compiled ??= measured(() => compile(pattern), { steps: COMPILE_STEPS });
    const { re, size } = compiled;
    return re !== undefined && matchWithin(text, size, (each) => re.matcher(each).find());
  };
}

function compile(pattern: string): Compiled {
  try {
    const re = RE2JS.compile(pattern);
    return { re, size: re.programSize() };
  } catch {
    return { re: undefined, size: 0 };
  }
}
