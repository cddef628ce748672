import { type PlainGroups, checkAll, optionsOf, warningsOf } from './complete-options.js';
import { type ApiServerOptions, OptionGroups } from './option-groups.js';
import type { PluginSettings, PluginValues } from './plugins/plugin-settings.js';
import type { OptionProblem } from './problem.js';

/** Some of the options, group by group; the rest keeps its default. */
export type PartialOptions = {
  readonly [G in keyof OptionGroups]?: Partial<OptionGroups[G]>;
};

/** The settings that plugins declare, and the values that a program gives for it. */
export interface GivenPluginOptions {
  readonly settings: readonly PluginSettings[];
  readonly values: PluginValues;
}

/** The options with warnings, or what is wrong with them. */
export type ResolvedOptions =
  | { readonly options: ApiServerOptions; readonly warnings: readonly string[] }
  | { readonly problems: readonly OptionProblem[] };

/** Completes options given by a program that embeds the server. Never throws. */
export async function resolveOptions(
  partial: PartialOptions = {},
  { settings, values }: GivenPluginOptions = { settings: [], values: {} },
): Promise<ResolvedOptions> {
  const { plain, problems: unknown } = keepKnown(partial);
  const options = optionsOf(plain);
  const ofPlugins = await options.ofPlugins.start(settings, values);
  const problems = [...unknown, ...(await checkAll(options)), ...ofPlugins];
  return problems.length > 0 ? { problems } : { options, warnings: warningsOf(options) };
}

function keepKnown(partial: PartialOptions): { plain: PlainGroups; problems: OptionProblem[] } {
  const known = new OptionGroups() as unknown as PlainGroups;
  const plain: PlainGroups = {};
  const problems: OptionProblem[] = [];
  for (const [name, values] of Object.entries(partial)) {
    if (!Object.hasOwn(known, name) || typeof values !== 'object') {
      if (values !== undefined) problems.push(unknownOption(name));
      continue;
    }
    for (const [property, value] of Object.entries(values ?? {})) {
      if (Object.hasOwn(known[name], property)) (plain[name] ??= {})[property] = value;
      else problems.push(unknownOption(`${name}.${property}`));
    }
  }
  return { plain, problems };
}

function unknownOption(option: string): OptionProblem {
  return { option, message: 'unknown option', remedy: 'See ApiServerOptions.' };
}
