import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FeatureGates } from '../../src/options/index.js';

/** Facts of releases, recorded from their servers, where they lie beside the checkout. */
const FOLDER = join(import.meta.dirname, '..', '..', '..', 'shared', 'releases');

const readFacts = <T>(release: string, file: string): T =>
  JSON.parse(readFileSync(join(FOLDER, release, file), 'utf8')) as T;

(existsSync(FOLDER) ? describe : describe.skip).each(['1.32', '1.33', '1.34', '1.35', '1.36'])(
  'release %s',
  (release) => {
    it('has the feature gates of its server', () => {
      const recorded = readFacts<{ name: string; stage: string; on: boolean }[]>(release, 'gates.json');
      const states = FeatureGates.of({}, { release }).states();
      const shown = states.map(({ name, stage, isEnabled }) => `${name} ${stage.toUpperCase()} ${isEnabled}`);
      expect(shown.sort()).toEqual(recorded.map(({ name, stage, on }) => `${name} ${stage} ${on}`).sort());
    });
  },
);
