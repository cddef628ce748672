import { type Page, PageBackend } from '../../../test/fixtures/plugins/logbook.plugin.js';
import type { KindDefinition } from '../../registry/index.js';
import { checkBackend } from './check-backend.js';

const Other = class Other {
  readonly isOther = true;
};

describe('checkBackend()', () => {
  it.each<[string, object, string[]]>([
    ['nothing beside a backend', { backend: PageBackend }, []],
    ['a source without a backend', { source: Other }, []],
    [
      'a source beside a backend',
      { backend: PageBackend, source: Other },
      ['Page: has a backend beside a source; only one of them can answer requests'],
    ],
    [
      'a review beside a backend',
      { backend: PageBackend, review: Other },
      ['Page: has a backend beside a review; only one of them can answer requests'],
    ],
  ])('finds what is wrong with %s', (_what, declared, mistakes) => {
    expect(checkBackend('Page', declared as KindDefinition<never> & KindDefinition<Page>)).toEqual(mistakes);
  });
});
