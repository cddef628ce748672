import 'reflect-metadata';
import { type ValidationError, validateSync } from 'class-validator';
import type { OptionProblem } from '../problem.js';
import { type PluginOptionSet, flagNameOf } from './plugin-settings.js';

/** Checks the values of a plugin's options against the rules of their class. */
export function rulesFaults(instance: object, set: PluginOptionSet): OptionProblem[] {
  return validateSync(instance, { forbidUnknownValues: false }).flatMap((error) => problemsOf(error, set));
}

function problemsOf({ property, constraints = {} }: ValidationError, set: PluginOptionSet): OptionProblem[] {
  const option = set.options.find((each) => each.property === property);
  const name = option ? `--${flagNameOf(set.prefix, property)}` : property;
  const remedy = `Give another value. What it means: ${option?.help ?? property}`;
  // The message of a rule may have the value in it.
  const messages = option?.isSecret
    ? Object.keys(constraints).map((rule) => `its value fails the rule ${rule}`)
    : Object.values(constraints);
  return messages.map((message) => ({ option: name, message, remedy }));
}
