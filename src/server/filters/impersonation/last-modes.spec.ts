import { LastModes } from './last-modes.js';
import { LEGACY_MODE } from './legacy-mode.js';

describe('LastModes', () => {
  it('evicts the caller that was used least recently', () => {
    const modes = new LastModes();
    for (let i = 0; i < 10_000; i++) modes.set(`u${i}`, LEGACY_MODE);
    modes.set('u0', LEGACY_MODE);
    modes.set('new', LEGACY_MODE);
    expect(['u0', 'u1', 'u2', 'new'].map((name) => modes.get(name) !== undefined)).toEqual([true, false, true, true]);
  });

  it('keeps no callers with long names', () => {
    const modes = new LastModes();
    modes.set('a'.repeat(257), LEGACY_MODE);
    expect(modes.get('a'.repeat(257))).toBeUndefined();
  });
});
