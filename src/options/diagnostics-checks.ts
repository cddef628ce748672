import { FeatureGates } from './feature-gates.js';
import type { ApiServerOptions } from './option-groups.js';
import type { OptionProblem } from './problem.js';

/** The formats of log lines. */
export const LOG_FORMATS: readonly string[] = ['text', 'json'];

/** Checks the options of logs, traces and profiles (upstream: logs/api/v1.Validate), and refuses those without effect. */
export function checkDiagnostics(options: ApiServerOptions): OptionProblem[] {
  const { logs, diagnostics, api } = options;
  const gates = FeatureGates.of(api.featureGates, { release: api.emulatedRelease });
  return [
    ...(LOG_FORMATS.includes(logs.format) ? [] : [unknownFormat(logs.format)]),
    ...(gates.enabled('LoggingAlphaOptions') ? [] : forbiddenAlpha(options)),
    ...buffers(options),
    ...(Object.keys(logs.vmodule).length === 0 ? [] : [VMODULE]),
    ...(diagnostics.contentionProfiling ? [CONTENTION] : []),
    ...(diagnostics.tracingConfigFile === '' || gates.enabled('APIServerTracing') ? [] : [TRACING]),
  ];
}

const VMODULE: OptionProblem = {
  option: '--vmodule',
  message: 'is not supported: log lines do not name source files',
  remedy: 'Use --v, or PUT /debug/flags/v while the server runs.',
};

const CONTENTION: OptionProblem = {
  option: '--contention-profiling',
  message: 'is not supported: JavaScript runs on one thread, without locks to wait for',
  remedy: 'Leave it out; /debug/pprof/profile shows what occupies the thread.',
};

const TRACING: OptionProblem = {
  option: '--tracing-config-file',
  message: 'APIServerTracing feature is not enabled, but tracing config file was provided',
  remedy: 'Enable the gate, or leave the flag out.',
};

function unknownFormat(format: string): OptionProblem {
  const message = `format: Invalid value: ${JSON.stringify(format)}: Unsupported log format`;
  return { option: '--logging-format', message, remedy: `Use one of ${LOG_FORMATS.join(', ')}.` };
}

function forbiddenAlpha({ logs }: ApiServerOptions): OptionProblem[] {
  const given = [
    { flag: 'log-text-split-stream', path: 'options.text.splitStream', isGiven: logs.textSplitStream },
    { flag: 'log-json-split-stream', path: 'options.json.splitStream', isGiven: logs.jsonSplitStream },
  ];
  return given
    .filter(({ isGiven }) => isGiven)
    .map(({ flag, path }) => ({
      option: `--${flag}`,
      message: `${path}: Forbidden: Feature LoggingAlphaOptions is disabled`,
      remedy: 'Set --feature-gates=LoggingAlphaOptions=true.',
    }));
}

function buffers({ logs }: ApiServerOptions): OptionProblem[] {
  const sizes = {
    'log-text-info-buffer-size': logs.textInfoBufferSize,
    'log-json-info-buffer-size': logs.jsonInfoBufferSize,
  };
  return Object.entries(sizes)
    .filter(([, size]) => size !== '0')
    .map(([flag, size]) => ({
      option: `--${flag}`,
      message: `${size} is not supported: log lines are written at once, so that none is lost`,
      remedy: 'Leave it out.',
    }));
}
