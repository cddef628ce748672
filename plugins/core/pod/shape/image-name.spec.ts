import { isLatestImage } from './image-name.js';

describe('isLatestImage()', () => {
  it.each<[string, boolean]>([
    ['img', true],
    ['img:latest', true],
    ['img:1', false],
    ['example.com/a/b', true],
    ['localhost:5000/a', true],
    [`img@sha256:${'0'.repeat(64)}`, false],
    ['A_b!', false],
    ['-x', false],
    ['é', false],
    ['a'.repeat(247), true],
    ['a'.repeat(248), false],
    [`a/${'a'.repeat(253)}`, true],
    [`a/${'a'.repeat(254)}`, false],
    [`example.com/${'a'.repeat(255)}`, true],
    [`example.com/${'a'.repeat(256)}`, false],
  ])('answers for %j: %p', (image, expected) => {
    expect(isLatestImage(image)).toBe(expected);
  });
});
