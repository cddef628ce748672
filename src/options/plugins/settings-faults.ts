import { FeatureGates } from '../feature-gates.js';
import { FLAGS } from '../flags.js';
import { isForm } from './flag-forms.js';
import { type PluginSettings, flagNameOf } from './plugin-settings.js';

/**
 * Finds the mistakes in what a plugin declares of options and feature gates, names that the server or the others have among
 * them; each text includes the fix.
 */
export function settingsFaults(settings: PluginSettings, others: readonly PluginSettings[]): string[] {
  return [...optionFaults(settings, others), ...gateFaults(settings, others)].map(
    (fault) => `${settings.plugin}: ${fault}`,
  );
}

function optionFaults({ set }: PluginSettings, others: readonly PluginSettings[]): string[] {
  if (!set) return [];
  const { prefix, options, type } = set;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(prefix))
    return [`flags cannot begin with ${JSON.stringify(prefix)}; set flagPrefix to one such as harbor`];
  if (typeof type !== 'function') return ['its options are no class; give one whose members have @Flag'];
  if (options.length === 0) return [`its options, ${type.name}, have no flags; decorate a member with @Flag`];
  const sharing = others.find((other) => other.set?.prefix === prefix);
  if (sharing)
    return [`its flags begin with --${prefix}-, as those of ${sharing.plugin}; set flagPrefix to another one`];
  const taken = new Map([...namesOf(others), ...FLAGS.map(({ name }) => [name, 'the server'] as const)]);
  const names = options.map(({ property }) => flagNameOf(prefix, property));
  return [
    ...names.filter((name) => taken.has(name)).map((name) => `${taken.get(name)} has the flag --${name}; rename it`),
    ...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `two options are --${name}; rename one`),
    ...options.flatMap((option) => formFaults(option, new type() as Readonly<Record<string, unknown>>)),
  ];
}

function namesOf(others: readonly PluginSettings[]): [string, string][] {
  return others.flatMap(({ plugin, set }) =>
    (set?.options ?? []).map(({ property }): [string, string] => [flagNameOf(set!.prefix, property), plugin]),
  );
}

function formFaults(
  { property, form, isSecret }: NonNullable<PluginSettings['set']>['options'][number],
  defaults: Readonly<Record<string, unknown>>,
): string[] {
  const place = `option ${property}`;
  if (!/^[a-z][A-Za-z0-9]*$/.test(property)) return [`${place}: cannot be a flag; use a name in camelCase`];
  const faults = isForm(form, defaults[property])
    ? []
    : [`${place}: its default is no ${form}; give the member a value`];
  // The reason why a number is refused would show it.
  if (isSecret && form !== 'string' && form !== 'file') faults.push(`${place}: a secret is a string or a file`);
  return faults;
}

const STAGES: readonly unknown[] = ['alpha', 'beta', 'ga'];

function gateFaults({ key, featureGates }: PluginSettings, others: readonly PluginSettings[]): string[] {
  return Object.entries(featureGates).flatMap(([name, gate]) => {
    const where = `feature gate ${JSON.stringify(name)}`;
    const owner = others.find((other) => other.key !== key && Object.hasOwn(other.featureGates, name));
    if (FeatureGates.isReserved(name)) return [`${where}: the server has it; rename it`];
    if (owner) return [`${where}: ${owner.plugin} has it; rename one of them`];
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) return [`${where}: cannot be; use a name in PascalCase`];
    if (!STAGES.includes(gate.stage)) return [`${where}: there is no stage "${gate.stage}"; use alpha, beta or ga`];
    if (typeof gate.default !== 'boolean') return [`${where}: has no default; set it to true or false`];
    return gate.locked && gate.stage !== 'ga' ? [`${where}: only what is ga can be locked; remove locked`] : [];
  });
}
