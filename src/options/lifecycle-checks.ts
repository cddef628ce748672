import type { ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** The largest fraction of requests whose connection may be ended (upstream: ServerRunOptions.Validate). */
const MAX_GOAWAY_CHANCE = 0.02;

/** Checks the options of the end of connections and of the server. */
export function checkLifecycle({ serving }: Pick<ApiServerOptions, 'serving'>): OptionProblem[] {
  const problems: OptionProblem[] = [];
  if (!(serving.goawayChance >= 0 && serving.goawayChance <= MAX_GOAWAY_CHANCE)) {
    const message = '--goaway-chance can not be less than 0 or greater than 0.02';
    problems.push({ option: '--goaway-chance', message, remedy: 'Give a fraction such as 0.001, or 0 for none.' });
  }
  if (serving.shutdownWatchTerminationGracePeriod < 0) {
    const option = '--shutdown-watch-termination-grace-period';
    const message = `${option.slice(2)}, if provided, can not be a negative value`;
    problems.push({ option, message, remedy: 'Give a time such as 10s, or 0s to end watches at once.' });
  }
  return problems;
}
