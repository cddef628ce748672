import { checkDiagnostics } from './diagnostics-checks.js';
import { ApiServerOptions } from './option-groups.js';

const ALPHA = { LoggingAlphaOptions: true };

function messagesOf(change: (options: ApiServerOptions) => void): string[] {
  const options = new ApiServerOptions();
  change(options);
  return checkDiagnostics(options).map(({ option, message }) => `${option} ${message}`);
}

describe('checkDiagnostics()', () => {
  it.each<[string, (options: ApiServerOptions) => void, string[]]>([
    ['the defaults', () => {}, []],
    ['JSON', ({ logs }) => (logs.format = 'json'), []],
    [
      'another format',
      ({ logs }) => (logs.format = 'xml'),
      ['--logging-format format: Invalid value: "xml": Unsupported log format'],
    ],
    [
      'split streams without the gate',
      ({ logs }) => Object.assign(logs, { textSplitStream: true, jsonSplitStream: true }),
      [
        '--log-text-split-stream options.text.splitStream: Forbidden: Feature LoggingAlphaOptions is disabled',
        '--log-json-split-stream options.json.splitStream: Forbidden: Feature LoggingAlphaOptions is disabled',
      ],
    ],
    [
      'split streams with it',
      ({ logs, api }) => {
        logs.textSplitStream = true;
        api.featureGates = ALPHA;
      },
      [],
    ],
    [
      'a buffer',
      ({ logs }) => (logs.jsonInfoBufferSize = '1Mi'),
      ['--log-json-info-buffer-size 1Mi is not supported: log lines are written at once, so that none is lost'],
    ],
    [
      'levels by file',
      ({ logs }) => (logs.vmodule = { 'gc*': '4' }),
      ['--vmodule is not supported: log lines do not name source files'],
    ],
    [
      'profiles of locks',
      ({ diagnostics }) => (diagnostics.contentionProfiling = true),
      ['--contention-profiling is not supported: JavaScript runs on one thread, without locks to wait for'],
    ],
    [
      'traces without the gate',
      ({ diagnostics, api }) => {
        diagnostics.tracingConfigFile = 'x';
        api.featureGates = { APIServerTracing: false };
      },
      ['--tracing-config-file APIServerTracing feature is not enabled, but tracing config file was provided'],
    ],
  ])('%s', (_, change, messages) => {
    expect(messagesOf(change)).toEqual(messages);
  });
});
