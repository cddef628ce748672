import { loadPlugins } from '../../plugin-host/index.js';
import { declarationOf } from '../../plugin-api/index.js';
import type { KindDefinition } from '../../registry/index.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { exportDefinition } from './export-definition.js';

interface DeclaredKind {
  readonly group: string;
  readonly definition: KindDefinition;
}

/**
 * `binnacle crd export`: writes the CustomResourceDefinitions that the kinds of plugins would be, as JSON that kubectl
 * applies. What a definition cannot express is listed on the error output. `load` reads the plugins.
 */
export async function exportKinds(words: readonly string[], { out, err }: Output, load = loadPlugins): Promise<number> {
  const flags = readFlags(words, { values: ['plugins', 'kind'] });
  const specifiers = String(flags.plugins ?? '')
    .split(',')
    .filter((text) => text !== '');
  if (specifiers.length === 0) throw new CommandError('--plugins FILE is missing');
  const kinds = declaredKinds(await loadOrExplain(specifiers, load)).filter(isWanted(flags.kind));
  if (kinds.length === 0) throw new CommandError(`the plugins have no kind "${String(flags.kind ?? '')}"`);
  const exported = kinds.map(({ group, definition }) => exportDefinition(group, definition));
  const items = exported.map(({ definition }) => definition);
  const whole = items.length === 1 ? items[0] : { apiVersion: 'v1', kind: 'List', items };
  out.write(`${JSON.stringify(whole, undefined, 2)}\n`);
  for (const [i, { omitted }] of exported.entries()) {
    for (const text of omitted) err.write(`${kinds[i].definition.kind}: not in the definition: ${text}\n`);
  }
  return EXIT.done;
}

function loadOrExplain(specifiers: readonly string[], load: typeof loadPlugins): ReturnType<typeof loadPlugins> {
  return load(specifiers).catch((error: Error) => {
    throw new CommandError(error.message);
  });
}

function declaredKinds(plugins: Awaited<ReturnType<typeof loadPlugins>>): DeclaredKind[] {
  return plugins.flatMap((plugin) => {
    const { group, kinds } = declarationOf(plugin)!;
    return kinds.map((definition) => ({ group, definition: definition as unknown as KindDefinition }));
  });
}

/** `widgets.example.com`, as definitions are named; all kinds where none is given. */
function isWanted(name: string | boolean | undefined): (kind: DeclaredKind) => boolean {
  return ({ group, definition }) => name === undefined || name === `${definition.plural}.${group}`;
}
