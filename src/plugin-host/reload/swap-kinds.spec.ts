import type { InstalledKind, KindOrder } from '../install/index.js';
import { swapKinds } from './swap-kinds.js';

/** An order of a plugin version: `first:buoys`. */
const orderOf = (text: string): KindOrder => {
  const [plugin, plural] = text.split(':');
  return { plugin, definition: { plural } } as unknown as KindOrder;
};

const kindOf = ({ plugin, definition }: KindOrder): InstalledKind =>
  ({ kind: { definition, plugin } }) as unknown as InstalledKind;

const textOf = ({ kind }: InstalledKind): string => {
  const { plugin, definition } = kind as unknown as KindOrder;
  return `${plugin}:${definition.plural}`;
};

/** Records what is asked of it, and fails for plurals that begin with `bad`. */
class FakeInstaller {
  readonly served = new Set<string>();

  install(order: KindOrder): InstalledKind {
    if (order.definition.plural.startsWith('bad')) throw new Error('no such kind');
    const kind = kindOf(order);
    this.served.add(textOf(kind));
    return kind;
  }

  replace(old: InstalledKind, order: KindOrder): Promise<InstalledKind> {
    if (order.plugin === 'broken') return Promise.reject(new Error('cannot be read'));
    this.served.delete(textOf(old));
    return Promise.resolve(this.install(order));
  }

  uninstall(kind: InstalledKind): void {
    this.served.delete(textOf(kind));
  }
}

async function swap(previous: readonly string[], next: readonly string[]): Promise<Record<string, unknown>> {
  const installer = new FakeInstaller();
  const installed = previous.map((text) => installer.install(orderOf(text)));
  const orders = { previous: previous.map(orderOf), next: next.map(orderOf) };
  const fault = await swapKinds(installer, installed, orders).catch((error: Error) => error.message);
  return { served: [...installer.served].sort(), installed: installed.map(textOf).sort(), fault };
}

describe('swapKinds()', () => {
  const PREVIOUS = ['first:buoys', 'first:rafts', 'first:ships'];

  it('replaces, installs and uninstalls', async () => {
    const served = ['second:buoys', 'second:yawls'];
    expect(await swap(PREVIOUS, served)).toEqual({ served, installed: served, fault: undefined });
  });

  it.each([
    ['a kind that cannot be replaced', ['second:buoys', 'second:yawls', 'broken:ships'], 'cannot be read'],
    ['a kind that cannot be installed', ['second:buoys', 'second:rafts', 'second:bad'], 'no such kind'],
  ])('serves the previous kinds again after %s', async (_what, next, fault) => {
    expect(await swap(PREVIOUS, next)).toEqual({ served: PREVIOUS, installed: PREVIOUS, fault });
  });
});
