import type { LoggerSettings } from '../../observability/index.js';
import type { ApiServerOptions } from '../../options/index.js';

/** Returns the settings of the logger that options describe. */
export function loggerSettings({ logs, observability }: ApiServerOptions): LoggerSettings {
  const isJson = logs.format === 'json';
  return {
    verbosity: observability.verbosity,
    format: isJson ? 'json' : 'text',
    splitsStreams: isJson ? logs.jsonSplitStream : logs.textSplitStream,
  };
}
