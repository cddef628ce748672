import { isControllerEnabled } from './enabled-controllers.js';

describe('isControllerEnabled()', () => {
  it.each([
    [['*'], true],
    [[], false],
    [['*', '-a'], false],
    [['a'], true],
    [['b'], false],
    [['-*'], false],
    [['-*', 'a'], true],
    [['*', '-b'], true],
  ])('with %j: %s', (selection, isEnabled) => {
    expect(isControllerEnabled('a', selection)).toBe(isEnabled);
  });
});
