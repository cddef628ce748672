import type { AdmissionPlugin } from '../../admission/index.js';
import {
  ADMISSION_PLUGIN_NAMES,
  type AdmissionOptions,
  OptionsError,
  type OptionProblem,
} from '../../options/index.js';

/**
 * Returns the admission plugins that run, in the reference's order; others come after those. Throws OptionsError for
 * names that stand for nothing here: who asks for a check must not believe it is made.
 */
export function selectAdmission(available: readonly AdmissionPlugin[], options: AdmissionOptions): AdmissionPlugin[] {
  const problems = [...faultsOfEnabled(available, options), ...faultsOfDisabled(available, options)];
  if (problems.length > 0) throw new OptionsError(problems);
  return available.filter((plugin) => isOn(plugin, options)).sort((a, b) => orderOf(a.name) - orderOf(b.name));
}

function isOn({ name, isOnByDefault = true }: AdmissionPlugin, options: AdmissionOptions): boolean {
  return options.enabledPlugins.includes(name) || (isOnByDefault && !options.disabledPlugins.includes(name));
}

function faultsOfEnabled(available: readonly AdmissionPlugin[], { enabledPlugins }: AdmissionOptions): OptionProblem[] {
  return enabledPlugins
    .filter((name) => !available.some((plugin) => plugin.name === name))
    .map((name) => ({
      option: '--enable-admission-plugins',
      message: `no plugin brings ${JSON.stringify(name)}`,
      remedy: `There are: ${listNames(available)}.`,
    }));
}

function faultsOfDisabled(
  available: readonly AdmissionPlugin[],
  { disabledPlugins }: AdmissionOptions,
): OptionProblem[] {
  return disabledPlugins.flatMap((name) => {
    const option = '--disable-admission-plugins';
    const plugin = available.find((each) => each.name === name);
    if (plugin?.isMandatory) {
      return [{ option, message: `${name} cannot be disabled`, remedy: 'Leave it out.' }];
    }
    if (plugin || ADMISSION_PLUGIN_NAMES.includes(name)) return [];
    return [
      { option, message: `plugin ${JSON.stringify(name)} is unknown`, remedy: `There are: ${listNames(available)}.` },
    ];
  });
}

function listNames(available: readonly AdmissionPlugin[]): string {
  return available.map(({ name }) => name).join(', ');
}

function orderOf(name: string): number {
  const at = ADMISSION_PLUGIN_NAMES.indexOf(name);
  return at < 0 ? ADMISSION_PLUGIN_NAMES.length : at;
}
