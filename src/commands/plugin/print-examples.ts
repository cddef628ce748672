import { stringifyYaml } from '../../codecs/yaml/index.js';
import { ResolvedKind, examplesOf } from '../../registry/index.js';
import { type DeclaredKind, declaredKinds } from '../declared-kinds.js';
import { CommandError, EXIT, type Output } from '../output.js';
import { readFlags } from '../read-files.js';

/**
 * Runs `binnacle plugin examples`: prints the examples that kinds of plugins declare, as YAML that kubectl applies.
 * `load` reads the plugins.
 */
export async function printExamples(
  words: readonly string[],
  { out }: Output,
  load?: Parameters<typeof declaredKinds>[1],
): Promise<number> {
  const { plugins, kind } = readFlags(words, { values: ['plugins', 'kind'] });
  const examples = (await declaredKinds({ plugins, kind }, load)).flatMap(examplesOfKind);
  if (examples.length === 0) throw new CommandError('the kinds have no examples');
  out.write(examples.map(stringifyYaml).join('---\n'));
  return EXIT.done;
}

function examplesOfKind({ group, definition }: DeclaredKind): object[] {
  return [...new ResolvedKind(group, definition).versions.values()].flatMap((version) => examplesOf(version));
}
