import { join, resolve } from 'node:path';
import { placeOfThrow } from './thrown-place.js';

const ROOT = resolve(import.meta.dirname, '..', '..', '..');
const OWN = `    at decode (${join(ROOT, 'src', 'schema', 'decode.ts')}:1:2)`;

/** An error with the frames of a stack. */
const thrown = (...frames: string[]): Error =>
  Object.assign(new Error('broken'), { stack: ['Error: broken', ...frames].join('\n') });

describe('placeOfThrow()', () => {
  it.each<[string, unknown, string | undefined]>([
    [
      'the first frame of a plugin',
      thrown('    at f (/harbor/ship.ts:3:7)', '    at g (/harbor/a.ts:1:1)'),
      '/harbor/ship.ts:3:7',
    ],
    ['a frame that is an address', thrown('    at file:///harbor/ship.ts:3:7'), '/harbor/ship.ts:3:7'],
    ['what has called the server', thrown(OWN, '    at f (/harbor/ship.ts:3:7)'), '/harbor/ship.ts:3:7'],
    [
      'a plugin in the folder of the server',
      thrown(`    at f (${join(ROOT, 'plugins', 'a.ts')}:3:7)`),
      `${join(ROOT, 'plugins', 'a.ts')}:3:7`,
    ],
    [
      'the cause',
      Object.assign(thrown(OWN), { cause: thrown('    at f (/harbor/ship.ts:3:7)') }),
      '/harbor/ship.ts:3:7',
    ],
    ['nothing for the server alone', thrown(OWN, '    at node:internal/process:1:1'), undefined],
    ['nothing for what is no error', 'broken', undefined],
  ])('finds %s', (_what, error, place) => {
    expect(placeOfThrow(error)).toBe(place);
  });

  it('looks at no frame from the one on that called the plugin', () => {
    const error = thrown(OWN, '    at Trial.run (/server/trial.js:1:1)', '    at main (/harbor/test.ts:3:7)');
    expect(placeOfThrow(error, /\bTrial\b/)).toBeUndefined();
  });
});
