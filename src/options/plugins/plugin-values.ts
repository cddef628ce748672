import type { OptionProblem } from '../problem.js';
import { isForm } from './flag-forms.js';
import { type PluginOptionSet, flagNameOf } from './plugin-settings.js';

/** The values of a plugin's options, and what is wrong with them. */
export interface CheckedValues {
  readonly instance: object;
  readonly problems: readonly OptionProblem[];
}

/** Makes the instance of a plugin's options: its defaults, changed by the values that were given. */
export async function valuesOf(
  set: PluginOptionSet,
  given: Readonly<Record<string, unknown>> = {},
): Promise<CheckedValues> {
  const instance = new set.type() as Record<string, unknown>;
  const problems: OptionProblem[] = [];
  for (const [property, value] of Object.entries(given)) {
    const fault = faultOf(set, property, value);
    if (fault) problems.push(fault);
    else if (value !== undefined) instance[property] = value;
  }
  if (problems.length > 0) return { instance, problems };
  const { rulesFaults } = await import('./plugin-rules.js');
  return { instance: Object.freeze(instance), problems: rulesFaults(instance, set) };
}

function faultOf(set: PluginOptionSet, property: string, value: unknown): OptionProblem | undefined {
  const option = set.options.find((each) => each.property === property);
  if (!option) {
    const remedy = `See ${set.type.name}: ${set.options.map((each) => each.property).join(', ')}.`;
    return { option: `pluginOptions.${set.prefix}.${property}`, message: 'unknown option', remedy };
  }
  if (value === undefined || isForm(option.form, value)) return undefined;
  const name = `--${flagNameOf(set.prefix, property)}`;
  return { option: name, message: `is no ${option.form}`, remedy: `What it means: ${option.help}` };
}
