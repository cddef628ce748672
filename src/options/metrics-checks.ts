import type { MetricsOptions } from './metrics-options.js';
import type { OptionProblem } from './problem.js';
import { minorOf } from './release.js';

interface CheckedOptions {
  readonly metrics: MetricsOptions;
  readonly observability: { readonly showHiddenMetricsForVersion: string };
  readonly api: { readonly emulatedRelease: string };
}

const ALLOWED_KEY = /^[a-zA-Z_:][a-zA-Z0-9_:]*,[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Checks the options of metrics (upstream: component-base metrics Options.Validate). */
export function checkMetrics({ metrics, observability, api }: CheckedOptions): OptionProblem[] {
  return [
    ...checkHiddenMetrics(observability.showHiddenMetricsForVersion, api.emulatedRelease),
    ...checkAllowedLabels(metrics.allowMetricLabels),
  ];
}

/** Reports whether a key of an allow list of labels is `metric,label`. */
export function isAllowedLabelKey(key: string): boolean {
  return ALLOWED_KEY.test(key);
}

function checkHiddenMetrics(shown: string, release: string): OptionProblem[] {
  const previous = `1.${minorOf(release) - 1}`;
  if (shown === '' || shown === previous) return [];
  const option = '--show-hidden-metrics-for-version';
  const message = `${option} must be omitted or have the value '${previous}'. Only the previous minor version is allowed`;
  return [{ option, message, remedy: `Give ${previous}, or leave the flag out.` }];
}

function checkAllowedLabels(list: Readonly<Record<string, string>>): OptionProblem[] {
  if (Object.keys(list).every(isAllowedLabelKey)) return [];
  const option = '--allow-metric-labels';
  const message = `${option} must have a list of kv pair with format \`metricName,labelName=labelValue, labelValue,...\``;
  return [{ option, message, remedy: 'Write <metric>,<label>=<value>,<value>.' }];
}
