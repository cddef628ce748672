import { type FieldError, duplicate, invalid, required } from './field-error.js';
import { FieldPath } from './field-path.js';
import { badRequest, conflict, invalidObject } from './status-error.js';

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
