import { checkAs, hasRule } from './checked-release.js';

describe('hasRule()', () => {
  it.each([
    ['1.19', { since: '1.20' }, false],
    ['1.20', { since: '1.20' }, true],
    ['1.22', { until: '1.22' }, true],
    ['1.23', { until: '1.22' }, false],
    ['1.9', { since: '1.20' }, false],
    ['1.20', {}, true],
  ])('of a check as %s, in %j: %s', (release, span, has) => {
    expect(checkAs(release, () => hasRule(span))).toBe(has);
  });

  it('is that of the default release outside of checks, also after one that throws', () => {
    const failing = (): unknown =>
      checkAs('1.15', () => {
        throw new Error('no');
      });
    expect(failing).toThrow('no');
    expect(hasRule({ since: '1.32' })).toBe(true);
    expect(hasRule({ since: '1.33' })).toBe(false);
  });

  it('nests', () => {
    const inner = checkAs('1.20', () => [
      checkAs('1.30', () => hasRule({ since: '1.25' })),
      hasRule({ since: '1.25' }),
    ]);
    expect(inner).toEqual([true, false]);
  });
});
