import { type FieldError, collectFieldErrors, duplicate, invalid, required } from './field-error.js';
import { MAX_FIELD_ERRORS } from './limits.js';
import { FieldPath } from './field-path.js';
import { badRequest, conflict, invalidObject, notFound } from './status-error.js';

const GK = { group: 'test.example.com', kind: 'Thing' };
const LONG = 'x'.repeat(1_000_000);
const sizeOf = (errors: FieldError[]): number => JSON.stringify(invalidObject(GK, 'a', errors).status).length;

describe('the answer to a fault', () => {
  it.each([
    ['long values', [invalid(FieldPath.of('spec'), LONG, 'is too much')]],
    ['long keys', [required(FieldPath.of('metadata', 'labels').key(LONG))]],
    ['many faults', Array.from({ length: 60_000 }, (_, i) => required(FieldPath.of('spec').index(i)))],
    ['long values many times', Array.from({ length: 1_000 }, (_, i) => duplicate(FieldPath.of('s').index(i), LONG))],
    ['equal faults', Array.from({ length: 60_000 }, () => required(FieldPath.of('spec')))],
  ])('stays small with %s', (_what, errors) => {
    expect(sizeOf(errors)).toBeLessThan(64 * 1024);
  });

  it.each([badRequest(LONG), conflict({ group: '', resource: 'things' }, 'a', LONG)])('cuts long messages', (error) => {
    expect(error.message.length).toBeLessThan(32 * 1024);
    expect(error.message).toMatch(/x\.\.\.$/);
  });

  it.each([invalidObject({ group: LONG, kind: LONG }, LONG, []), notFound({ group: '', resource: 'things' }, LONG)])(
    'cuts names',
    ({ status }) => {
      expect(JSON.stringify(status).length).toBeLessThan(64 * 1024);
      expect(status.details!.name).toMatch(/^x+\.\.\.$/);
    },
  );

  it('says how many faults it leaves out', () => {
    const errors = Array.from({ length: 60_000 }, (_, i) => required(FieldPath.of('spec').index(i)));
    const { status } = invalidObject(GK, 'a', errors);
    const shown = status.details!.causes!.length;
    expect(shown).toBeGreaterThan(100);
    expect(status.message).toMatch(/, and \d+ more\]$/);
  });

  it('shows everyday values whole', () => {
    const value = 'y'.repeat(5_000);
    expect(invalidObject(GK, 'a', [invalid(FieldPath.of('spec'), value)]).message).toContain(`"${value}"`);
  });
});

describe('collectFieldErrors()', () => {
  const path = FieldPath.of('spec');

  it('answers what a check finds', () => {
    // A rule may make errors only to see whether there are any.
    const check = (): FieldError[] => (required(path) ? [invalid(path, 1)] : []);
    expect(collectFieldErrors(check)).toEqual([invalid(path, 1)]);
  });

  it('ends a check that finds no end', () => {
    let looked = 0;
    const errors = collectFieldErrors(() => {
      return Array.from({ length: 1_000_000 }, (_, i) => (looked++, required(path.index(i))));
    });
    expect(errors).toHaveLength(MAX_FIELD_ERRORS);
    expect(errors[1]).toEqual(required(path.index(1)));
    expect(looked).toBe(MAX_FIELD_ERRORS);
    expect(Array.from({ length: 2 * MAX_FIELD_ERRORS }, () => required(path))).toHaveLength(2 * MAX_FIELD_ERRORS);
  });

  it('rethrows errors of a check, and resets its count afterwards', () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    expect(() => collectFieldErrors(fail)).toThrow('broken');
    expect(() => Array.from({ length: 2 * MAX_FIELD_ERRORS }, () => required(path))).not.toThrow();
  });
});
