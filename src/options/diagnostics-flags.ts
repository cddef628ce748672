import { LOG_FORMATS } from './diagnostics-checks.js';
import { section } from './flag.js';
import { durationKind, pairsKind, pathKind, switchKind, textKind } from './flag-kinds.js';

/** The flags of logs, traces and profiles, besides the verbosity. */
export const diagnostics = section('Logs, traces and profiles')
  .flag('contention-profiling', ['diagnostics', 'contentionProfiling'], {
    kind: switchKind,
    help: 'Not supported: JavaScript runs on one thread, without locks to wait for.',
  })
  .flag('log-flush-frequency', ['logs', 'flushFrequency'], {
    kind: durationKind,
    help: 'Maximum time before a log line is written; lines are always written at once.',
  })
  .flag('log-json-info-buffer-size', ['logs', 'jsonInfoBufferSize'], {
    kind: textKind,
    help: 'Not supported: log lines are not buffered.',
  })
  .flag('log-json-split-stream', ['logs', 'jsonSplitStream'], {
    kind: switchKind,
    help: 'With --logging-format=json, write errors to stderr and the rest to stdout. Gate LoggingAlphaOptions.',
  })
  .flag('log-text-info-buffer-size', ['logs', 'textInfoBufferSize'], {
    kind: textKind,
    help: 'Not supported: log lines are not buffered.',
  })
  .flag('log-text-split-stream', ['logs', 'textSplitStream'], {
    kind: switchKind,
    help: 'With --logging-format=text, write errors to stderr and the rest to stdout. Gate LoggingAlphaOptions.',
  })
  .flag('logging-format', ['logs', 'format'], {
    kind: textKind,
    help: `Format of log lines: ${LOG_FORMATS.join(', ')}.`,
  })
  .flag('profiling', ['diagnostics', 'profiling'], {
    kind: switchKind,
    help: 'Serve profiles at /debug/pprof/ and the verbosity at /debug/flags/v, to those who are authorized.',
  })
  .flag('tracing-config-file', ['diagnostics', 'tracingConfigFile'], {
    kind: pathKind,
    help: 'File (apiserver.config.k8s.io TracingConfiguration) that says where traces are sent; none without it.',
    isFile: true,
  })
  .flag('vmodule', ['logs', 'vmodule'], {
    kind: pairsKind,
    help: 'Not supported: log lines do not name source files. Use --v.',
  });
