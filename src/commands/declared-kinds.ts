import { declarationOf } from '../plugin-api/built-in.js';
import type { loadPlugins } from '../plugin-host/index.js';
import type { KindDefinition } from '../registry/index.js';
import { loadChecked, specifiersOf } from './load-checked.js';
import { CommandError } from './output.js';

/** A kind of a plugin, as it is declared. */
export interface DeclaredKind {
  readonly group: string;
  readonly definition: KindDefinition;
}

/** A list of plugins, and the kind of them that is wanted: `widgets.example.com`, as definitions are named. */
export interface KindSelection {
  readonly plugins: string | boolean | undefined;
  readonly kind: string | boolean | undefined;
}

/** Returns the wanted kinds of plugins; all of them where none is named. Throws CommandError. */
export async function declaredKinds(
  { plugins, kind }: KindSelection,
  load?: typeof loadPlugins,
): Promise<DeclaredKind[]> {
  const specifiers = specifiersOf(plugins);
  if (specifiers.length === 0) throw new CommandError('--plugins FILE is missing');
  const loaded = await loadChecked(specifiers, load);
  const all = loaded.flatMap((plugin): DeclaredKind[] => {
    const { group, kinds } = declarationOf(plugin)!;
    return kinds.map((definition) => ({ group, definition: definition as unknown as KindDefinition }));
  });
  const wanted = all.filter(({ group, definition }) => kind === undefined || kind === `${definition.plural}.${group}`);
  if (wanted.length === 0) throw new CommandError(`the plugins have no kind "${String(kind ?? '')}"`);
  return wanted;
}
