import type { InstalledKind, KindInstaller, KindOrder } from '../install/index.js';

/** The kinds of a plugin and of the one in its place. */
export interface KindOrders {
  readonly previous: readonly KindOrder[];
  readonly next: readonly KindOrder[];
}

/**
 * Replaces the kinds of a plugin by those of another one, in the list of the installed ones. Kinds of one plural are the
 * same kind: their caches and watches continue. Rejects as the installer does, with the previous ones served again.
 */
export async function swapKinds(
  installer: Pick<KindInstaller, 'install' | 'replace' | 'uninstall'>,
  installed: InstalledKind[],
  { previous, next }: KindOrders,
): Promise<void> {
  const before = new Map(installed.map((kind) => [pluralOf(kind.kind), kind]));
  const current = new Map(before);
  try {
    await putAll(installer, current, next);
  } catch (error) {
    const changed = previous.filter((order) => current.get(pluralOf(order)) !== before.get(pluralOf(order)));
    await putAll(installer, current, changed);
    removeOthers(installer, current, previous);
    installed.splice(0, installed.length, ...current.values());
    throw error;
  }
  removeOthers(installer, current, next);
  installed.splice(0, installed.length, ...current.values());
}

async function putAll(
  installer: Pick<KindInstaller, 'install' | 'replace'>,
  current: Map<string, InstalledKind>,
  orders: readonly KindOrder[],
): Promise<void> {
  for (const order of orders) {
    const old = current.get(pluralOf(order));
    current.set(pluralOf(order), old ? await installer.replace(old, order) : installer.install(order));
  }
}

function removeOthers(
  installer: Pick<KindInstaller, 'uninstall'>,
  current: Map<string, InstalledKind>,
  kept: readonly KindOrder[],
): void {
  const plurals = new Set(kept.map(pluralOf));
  for (const [plural, kind] of current) {
    if (plurals.has(plural)) continue;
    installer.uninstall(kind);
    current.delete(plural);
  }
}

function pluralOf({ definition }: Pick<KindOrder, 'definition'>): string {
  return definition.plural;
}
