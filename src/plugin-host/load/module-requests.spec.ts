import { attemptsOf, inGeneration, isTypeScript } from './module-requests.js';

const SERVER = 'file:///server/dist/src/plugin-api/index.js';

const attempts = (specifier: string, parentURL: string): string[] =>
  attemptsOf(specifier, { parentURL }, SERVER).map(
    ({ specifier: asked, context }) => `${asked} from ${context.parentURL}`,
  );

describe('attemptsOf()', () => {
  it.each([
    ['binnacle/plugin-api', 'file:///p/a.js', [`binnacle/plugin-api from ${SERVER}`]],
    ['undici', 'file:///p/a.js', ['undici from file:///p/a.js', `undici from ${SERVER}`]],
    [
      'rxjs',
      'file:///p/a.js',
      ['rxjs from file:///p/a.js', 'file:///server/dist/src/plugin-host/load/packages/rxjs.js from file:///p/a.js'],
    ],
    ['./b.js', 'file:///p/a.js', ['./b.js from file:///p/a.js']],
    ['./b.js', 'file:///p/a.ts?generation=2', ['./b.js', './b.ts'].map((b) => `${b} from file:///p/a.ts?generation=2`)],
    ['#own', 'file:///p/a.js', ['#own from file:///p/a.js']],
  ])('resolves %s in %s', (specifier, parent, expected) => {
    expect(attempts(specifier, parent)).toEqual(expected);
  });
});

describe('inGeneration()', () => {
  it.each([
    ['./b.js', 'file:///p/b.js', 'file:///p/a.js?generation=2', 'file:///p/b.js?generation=2'],
    ['./b.js', 'file:///p/b.js', 'file:///p/a.js', 'file:///p/b.js'],
    ['./b.js', 'file:///p/node_modules/c/b.js', 'file:///p/node_modules/c/a.js?generation=2', undefined],
    ['undici', 'file:///p/undici.js', 'file:///p/a.js?generation=2', undefined],
    ['node:fs', 'node:fs', 'file:///p/a.js?generation=2', undefined],
  ])('finds %s at %s when %s imports it', (specifier, found, parent, expected = found) => {
    expect(inGeneration(specifier, found, parent)).toBe(expected);
  });
});

describe('isTypeScript()', () => {
  it.each([
    ['file:///p/a.ts', true],
    ['file:///p/a.mts?generation=3', true],
    ['file:///p/a.js', false],
    ['node:fs', false],
  ])('knows %s', (url, expected) => {
    expect(isTypeScript(url)).toBe(expected);
  });
});
