import { MAX_STRICT_PROBLEMS } from '../../apimachinery/index.js';
import { type FieldValidation, StrictProblems } from './field-validation.js';

function reported(validation: FieldValidation, problems: readonly string[]): string[] {
  const found = new StrictProblems(validation);
  found.addOthers(problems);
  const texts: string[] = [];
  found.report(
    (text) => texts.push(text),
    (text) => new Error(text),
  );
  return texts;
}

const MANY = Array.from({ length: 2 * MAX_STRICT_PROBLEMS }, (_, i) => `problem ${i}`);

describe('StrictProblems', () => {
  it('keeps a bounded number of problems, the first ones', () => {
    expect(reported('Warn', MANY)).toEqual(MANY.slice(0, MAX_STRICT_PROBLEMS));
    const allowed = MANY.slice(0, MAX_STRICT_PROBLEMS);
    expect(() => reported('Strict', MANY)).toThrow(`strict decoding error: ${allowed.join(', ')}`);
  });

  it('keeps each problem once, and none that is ignored', () => {
    expect(reported('Warn', ['one', 'two', 'one'])).toEqual(['one', 'two']);
    expect(reported('Ignore', ['one'])).toEqual([]);
  });
});
