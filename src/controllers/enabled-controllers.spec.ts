import { isControllerEnabled, unknownControllers } from './enabled-controllers.js';

describe('isControllerEnabled()', () => {
  it.each([
    [['*'], true],
    [[], false],
    [['*', '-a'], false],
    [['*', '-old-a'], false],
    [['a'], true],
    [['old-a'], true],
    [['b'], false],
    [['-*'], false],
    [['-*', 'a'], true],
    [['*', '-b'], true],
  ])('with %j: %s', (selection, isEnabled) => {
    expect(isControllerEnabled({ name: 'a', alias: 'old-a' }, selection)).toBe(isEnabled);
  });

  it.each([
    [['*'], false],
    [['*', 'a'], true],
    [['a'], true],
    [['*', 'a', '-a'], false],
  ])('of one that is off by default, with %j: %s', (selection, isEnabled) => {
    expect(isControllerEnabled({ name: 'a', isOffByDefault: true }, selection)).toBe(isEnabled);
  });

  it('runs what is part of the server whatever is asked for', () => {
    expect(isControllerEnabled({ name: 'a', isPartOfServer: true }, ['-*', '-a'])).toBe(true);
  });
});

describe('unknownControllers()', () => {
  it('finds names that nothing has', () => {
    expect(unknownControllers([{ name: 'a', alias: 'old-a' }], ['*', '-a', 'old-a', 'b', '-c'])).toEqual(['b', 'c']);
  });
});
