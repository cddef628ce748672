import { ApiGroupPlugin, ApiType, Field, KubernetesObject, defineKind, statusAction } from '../../plugin-api/index.js';
import { declarationOf } from '../../plugin-api/built-in.js';
import { checkDeclarations } from './check-declarations.js';

@ApiType({ name: 'com.example.dock.v1.CraneStatus' })
class CraneStatus {
  @Field(1, 'string') phase?: string;
}

@ApiType({ name: 'com.example.dock.v1.Crane' })
class Crane extends KubernetesObject {
  @Field(2, CraneStatus) status?: CraneStatus;
}

@ApiType({ name: 'com.example.dock.v1.Halt' })
class Halt extends KubernetesObject {}

const halt = statusAction('halt', { of: Crane, body: Halt, status: () => ({ phase: 'Halted' }) });
const plain = { ...halt, name: 'look' };

function mistakesOf(kind: object): string[] {
  const names = { kind: 'Crane', plural: 'cranes', versions: [{ name: 'v1', type: Crane }] };
  class DockPlugin {
    readonly isPlugin = true;
  }
  ApiGroupPlugin({ group: 'dock.example.com', kinds: [defineKind<Crane>({ ...names, ...kind })] })(DockPlugin);
  return checkDeclarations([{ plugin: 'DockPlugin', declaration: declarationOf(DockPlugin)!, isOwn: false }]);
}

describe('checkStatusActions()', () => {
  const fault = 'a statusAction needs a kind with a status; set hasStatus: true';

  it('reports an action of a kind without a status', () => {
    expect(mistakesOf({ subresources: [halt] })).toEqual([`DockPlugin: Crane/halt: ${fault}`]);
  });

  it('reports one of a version without a status', () => {
    const versions = [{ name: 'v1', type: Crane, hasStatus: false, subresources: [halt] }];
    expect(mistakesOf({ hasStatus: true, versions })).toEqual([`DockPlugin: Crane/halt: ${fault}`]);
  });

  it.each([
    ['actions of kinds with a status', { hasStatus: true, subresources: [halt] }],
    [
      'actions of a version of such a kind',
      { hasStatus: true, versions: [{ name: 'v1', type: Crane, subresources: [halt] }] },
    ],
    ['other subresources', { subresources: [plain] }],
  ])('accepts %s', (_what, kind) => expect(mistakesOf(kind)).toEqual([]));
});
