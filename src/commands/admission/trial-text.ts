import type { PluginAnswer, RuleAnswer, Trial } from './trial.js';

/** Writes what was said of an object, in lines for people. */
export function describeTrial(trial: Trial): string {
  const { object, isAllowed, code, reason, message, warnings } = trial;
  const verdict = isAllowed ? 'allowed' : `denied (${[code, reason].filter((part) => part !== '').join(' ')})`;
  return [
    `${object}: ${verdict}`,
    ...(message === '' ? [] : [`  ${message}`]),
    ...warnings.map((warning) => `  warning: ${warning}`),
    ...describeAnswers(trial),
    '',
  ].join('\n');
}

function describeAnswers({ plugins, omitted }: Trial): string[] {
  if (!plugins)
    return ['  (the server does not say who looked at it: it runs without --decision-trace, or for others)'];
  const lines = plugins.filter(isShown).flatMap(describePlugin);
  if (lines.length === 0) lines.push('  (no policy or webhook looked at it)');
  return omitted === 0 ? lines : [...lines, `  (and ${omitted} more answers of plugins)`];
}

/** Plugins of the server are named where they have refused an object. */
function isShown({ rules = [], outcome }: PluginAnswer): boolean {
  return rules.length > 0 || outcome === 'denied';
}

function describePlugin({ plugin, rules = [], round = 0, outcome, ms }: PluginAnswer): string[] {
  const again = round > 0 ? ', once more' : '';
  if (rules.length === 0) return [`  ${plugin}: ${outcome} (${ms} ms${again})`];
  return rules.flatMap((rule) => describeRule(`  ${plugin} ${rule.rule}`, rule, again));
}

function describeRule(
  subject: string,
  { outcome, message = '', changes = [], ms }: RuleAnswer,
  again: string,
): string[] {
  return [
    `${subject}: ${outcome} (${ms} ms${again})${message === '' ? '' : `: ${message}`}`,
    ...changes.map((change) => `    ${change}`),
  ];
}
