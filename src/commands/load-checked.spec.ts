import { ApiGroupPlugin, defineKind } from '../plugin-api/index.js';
import { ApiType, KubernetesObject } from '../schema/index.js';
import { loadChecked, specifiersOf } from './load-checked.js';
import { CommandError } from './output.js';

@ApiType({ name: 'com.example.v1.Barge' })
class Barge extends KubernetesObject {}

const versions = [{ name: 'v1', type: Barge }];

@ApiGroupPlugin({ group: 'barge.example.com', kinds: [defineKind({ kind: 'Barge', plural: 'barges', versions })] })
class BargePlugin {}

@ApiGroupPlugin({ group: 'barge.example.com', kinds: [defineKind({ kind: 'Barge', versions } as never)] })
class NamelessPlugin {}

const failureOf = async (load: () => Promise<never[]>): Promise<unknown> =>
  loadChecked(['file'], load).catch((error: unknown) => error);

describe('loadChecked()', () => {
  it('answers plugins without mistakes', async () => {
    expect(await loadChecked(['file'], async () => [BargePlugin])).toEqual([BargePlugin]);
  });

  it('reports mistakes as those of the command', async () => {
    const failure = await failureOf(async () => [NamelessPlugin as never]);
    expect(failure).toBeInstanceOf(CommandError);
    expect((failure as Error).message).toMatch(/NamelessPlugin: Barge: has no plural; expected text/);
  });

  it('reports plugins that cannot be loaded', async () => {
    const failure = await failureOf(() => Promise.reject(new Error('no such file')));
    expect(failure).toEqual(new CommandError('no such file'));
  });
});

describe('specifiersOf()', () => {
  it.each([
    ['a.js,b.js', ['a.js', 'b.js']],
    ['a.js,', ['a.js']],
    [undefined, []],
  ])('reads %j', (list, specifiers) => expect(specifiersOf(list)).toEqual(specifiers));
});
