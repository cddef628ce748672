import { availableParallelism } from 'node:os';
import { section } from './flag.js';
import type { FlagKind } from './flag-kinds.js';
import type { ApiServerOptions } from './option-groups.js';
import { OptionValueError, type OptionProblem } from './problem.js';

/** Workers above this number would spend more on each other's changes than they add. */
const MAX_WORKERS = 64;

const AUTO = 'auto';

/** A number of workers; `auto` is the number of cores. */
export const workersKind: FlagKind<number> = {
  placeholder: 'int|auto',
  parse: (texts) => {
    const text = texts[texts.length - 1];
    if (text === AUTO) return Math.min(availableParallelism(), MAX_WORKERS);
    if (/^\d{1,4}$/.test(text)) return Number(text);
    throw new OptionValueError(`${JSON.stringify(text)} is not a number of workers`, 'Give a number, or auto.');
  },
  format: String,
};

/** The flag of workers. */
export const workers = section('Generic').flag('workers', ['workers', 'count'], {
  kind: workersKind,
  help: 'Number of worker processes that serve requests over one store; auto is the number of cores. 0 serves in one process.',
});

/** Checks the options of workers. */
export function checkWorkers({ workers: { count }, serving, audit, authorization }: CheckedOptions): OptionProblem[] {
  if (count === 0) return [];
  if (!(Number.isSafeInteger(count) && count > 0 && count <= MAX_WORKERS)) {
    return [
      { option: '--workers', message: `${count} is not from 0 to ${MAX_WORKERS}`, remedy: 'Give fewer, or auto.' },
    ];
  }
  return [
    ...checkSocket(serving.insecureSocket),
    ...checkLog('--audit-log-path', audit.logPath),
    ...checkLog('--authorization-decision-log', authorization.decisionLog),
  ];
}

type CheckedOptions = Pick<ApiServerOptions, 'workers' | 'serving' | 'audit' | 'authorization'>;

function checkSocket(path: string): OptionProblem[] {
  if (path === '') return [];
  const remedy = 'Use --insecure-port, which workers share.';
  return [{ option: '--insecure-socket', message: 'is not supported with --workers', remedy }];
}

function checkLog(option: string, path: string): OptionProblem[] {
  if (path !== '-') return [];
  const message = 'of - is not supported with --workers: lines of several processes would mix';
  return [{ option, message, remedy: 'Name a file: each worker has its own beside it.' }];
}
