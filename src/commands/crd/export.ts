import { declaredKinds } from '../declared-kinds.js';
import { EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';
import { exportDefinition } from './export-definition.js';

/**
 * Runs `binnacle crd export`: writes the CustomResourceDefinitions that the kinds of plugins would be, as JSON that
 * kubectl applies. What a definition cannot express is listed on the error output. `load` reads the plugins.
 */
export async function exportKinds(
  words: readonly string[],
  { out, err }: Output,
  load?: Parameters<typeof declaredKinds>[1],
): Promise<number> {
  const { plugins, kind } = readFlags(words, { values: ['plugins', 'kind'] });
  const kinds = await declaredKinds({ plugins, kind }, load);
  const exported = kinds.map(({ group, definition }) => exportDefinition(group, definition));
  const items = exported.map(({ definition }) => definition);
  const whole = items.length === 1 ? items[0] : { apiVersion: 'v1', kind: 'List', items };
  out.write(`${JSON.stringify(whole, undefined, 2)}\n`);
  for (const [i, { omitted }] of exported.entries()) {
    for (const text of omitted) err.write(`${kinds[i].definition.kind}: not in the definition: ${text}\n`);
  }
  return EXIT.done;
}
