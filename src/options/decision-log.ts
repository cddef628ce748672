import type { AuthorizationOptions } from './option-groups.js';
import { MASKED_MEMBERS } from './masked-members.js';
import type { OptionProblem } from './problem.js';

/** Checks the options of the decision log. */
export function checkDecisionLog(authorization: AuthorizationOptions): OptionProblem[] {
  const { decisionLogSampleRate, decisionLogMask, decisionLogMaxSize, decisionLogMaxBackup } = authorization;
  const problems: OptionProblem[] = [];
  const add = (option: string, message: string, remedy: string): void =>
    void problems.push({ option: `--authorization-decision-log-${option}`, message, remedy });
  if (!(decisionLogSampleRate >= 0 && decisionLogSampleRate <= 1))
    add('sample-rate', 'the fraction has to be from 0 to 1', 'Give a fraction such as 0.01, or 1 for all requests.');
  for (const member of decisionLogMask) {
    if (!MASKED_MEMBERS.includes(member))
      add('mask', `unknown member ${JSON.stringify(member)}`, `Use some of ${MASKED_MEMBERS.join(', ')}.`);
  }
  for (const [name, value] of [
    ['maxsize', decisionLogMaxSize] as const,
    ['maxbackup', decisionLogMaxBackup] as const,
  ]) {
    if (value < 0) add(name, 'the number must not be negative', 'Give 0 or more.');
  }
  return problems;
}
