import { resourceBackendContract } from '../../src/testing/index.js';
import { type Page, PageBackend } from '../fixtures/plugins/logbook.plugin.js';

describe.each(
  resourceBackendContract({
    open: () => new PageBackend() as never,
    object: ({ namespace, name }, text): Page => ({
      apiVersion: 'logbook.example.com/v1',
      kind: 'Page',
      metadata: { name, namespace, uid: `${namespace}-${name}` },
      text,
    }),
  }),
)('a ResourceBackend', ({ name, run }) => {
  it(name, run);
});

/** Breaks one promise of the port. */
function broken(changes: Partial<PageBackend>): PageBackend {
  return Object.assign(new PageBackend(), changes);
}

describe('resourceBackendContract()', () => {
  it.each<[string, Partial<PageBackend>]>([
    ['refuses a write of another version, and changes nothing', { update: () => 7 }],
    ['answers what was created, in any namespace', { get: () => undefined }],
    ['refuses to create what is there', { create: () => 2 }],
    ['gives every change a higher version, deletions included', { version: () => 1 }],
  ])('finds a backend that does not do so: %s', async (name, changes) => {
    const cases = resourceBackendContract({
      open: () => broken(changes) as never,
      object: ({ namespace, name: named }, text) => ({ metadata: { name: named, namespace, uid: 'u' }, text }) as never,
    });
    await expect(cases.find((each) => each.name === name)!.run()).rejects.toThrow();
  });
});
