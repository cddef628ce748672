import { isLoopback } from './loopback.js';

describe('isLoopback()', () => {
  it.each<[string | undefined, boolean]>([
    ['127.0.0.1', true],
    ['127.8.9.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['fe80::1', false],
    ['127.0.0.1.example.com', false],
    [undefined, false],
  ])('of %s is %s', (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
