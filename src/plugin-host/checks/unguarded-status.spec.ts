import { ApiGroupPlugin, ApiType, Field, KubernetesObject, defineKind } from '../../plugin-api/index.js';
import { type KindDraft } from '../../plugin-api/built-in.js';
import { findUnguardedStatus } from './unguarded-status.js';

@ApiType({ name: 'com.example.dock.v1.CraneStatus' })
class CraneStatus {
  @Field(1, 'string') phase?: string;
}

@ApiType({ name: 'com.example.dock.v1.Crane' })
class Crane extends KubernetesObject {
  @Field(2, CraneStatus) status?: CraneStatus;
}

@ApiType({ name: 'com.example.dock.v1.Rail' })
class Rail extends KubernetesObject {}

function foundIn(kind: Partial<KindDraft<Crane>>): string[] {
  const names = { kind: 'Crane', plural: 'cranes', versions: [{ name: 'v1', type: Crane }] };
  class DockPlugin {
    readonly isPlugin = true;
  }
  ApiGroupPlugin({ group: 'dock.example.com', kinds: [defineKind<Crane>({ ...names, ...kind })] })(DockPlugin);
  return findUnguardedStatus([DockPlugin]);
}

describe('findUnguardedStatus()', () => {
  it('names a kind with a status that is written with the object', () => {
    expect(foundIn({})).toEqual([
      expect.stringMatching(
        /^DockPlugin: Crane: all who write an object write its status too, since hasStatus is not set/,
      ),
    ]);
  });

  it('names one with a version of that sort', () => {
    const versions = [
      { name: 'v1', type: Crane, hasStatus: true },
      { name: 'v2', type: Crane, conversion: {} as never },
    ];
    expect(foundIn({ versions })).toHaveLength(1);
  });

  it.each<[string, Partial<KindDraft<Crane>>]>([
    ['has the subresource', { hasStatus: true }],
    ['says that it has none', { hasStatus: false }],
    ['has no such field', { versions: [{ name: 'v1', type: Rail }] }],
    ['is an operation', { review: Rail as never }],
    ['is computed', { source: Rail as never }],
  ])('names none that %s', (_what, kind) => expect(foundIn(kind)).toEqual([]));
});
