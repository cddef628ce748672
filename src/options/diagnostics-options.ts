/** The form of log lines and where they go (upstream: LoggingConfiguration). */
export class LogOptions {
  /** `text` or `json`. */
  format = 'text';
  /** Milliseconds; every line is written at once, whatever it is. */
  flushFrequency = 5000;
  /** True if lines in text that are no errors go to standard output. */
  textSplitStream = false;
  textInfoBufferSize = '0';
  /** True if lines in JSON that are no errors go to standard output. */
  jsonSplitStream = false;
  jsonInfoBufferSize = '0';
  /** Levels by source file; not supported. */
  vmodule: Readonly<Record<string, string>> = {};
}

/** Traces and profiles. */
export class DiagnosticsOptions {
  /** File (TracingConfiguration) that says where traces are sent; empty for none. */
  tracingConfigFile = '';
  /** True if `/debug/pprof/` and `/debug/flags/` are served. */
  profiling = true;
  /** Not supported. */
  contentionProfiling = false;
}
