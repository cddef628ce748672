import { readFile } from 'node:fs/promises';
import { type Logger, type OtlpTarget, Tracing, openTracing, serverIdentity } from '../../observability/index.js';
import { type ApiServerOptions, OptionsError, configurationReader } from '../../options/index.js';

const OPTION = '--tracing-config-file';
const API_VERSIONS = ['apiserver.config.k8s.io/v1beta1', 'apiserver.config.k8s.io/v1alpha1'];
const KIND = 'TracingConfiguration';
const MEMBERS = new Set(['apiVersion', 'kind', 'endpoint', 'samplingRatePerMillion']);
const MILLION = 1_000_000;
const [MIN_INT32, MAX_INT32] = [-(2 ** 31), 2 ** 31 - 1];
const DEFAULT_ENDPOINT = 'localhost:4317';
/** The variables of OpenTelemetry that select the protocol; the first that is set counts. */
const PROTOCOL_VARIABLES = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];

/** Opens tracing as the options configure it; the library is loaded if they do. Rejects with OptionsError for a wrong file. */
export async function tracingOf(options: ApiServerOptions, logger: Logger): Promise<Tracing> {
  const { tracingConfigFile } = options.diagnostics;
  if (tracingConfigFile === '') return new Tracing(logger);
  const [text, read] = await Promise.all([readFile(tracingConfigFile, 'utf8').catch(refuse), configurationReader()]);
  const configuration = attempt(() => parseTracingConfiguration(read(text)));
  const target = attempt(() => targetOf(configuration, process.env));
  return openTracing({ ...target, instance: serverIdentity(), logger });
}

/** The content of a configuration file (upstream: component-base/tracing/api/v1.TracingConfiguration). */
export interface TracingConfiguration {
  readonly endpoint?: string;
  readonly samplingRatePerMillion?: number;
}

/** Checks the content of a configuration file; throws an Error in the words of the reference. */
export function parseTracingConfiguration(content: unknown): TracingConfiguration {
  const members = (content ?? {}) as Record<string, unknown>;
  const fault = decodingFault(members);
  if (fault !== undefined) {
    throw new Error(`failed to read tracing config: unable to decode tracing configuration data: ${fault}`);
  }
  const { endpoint, samplingRatePerMillion } = members as TracingConfiguration;
  const faults = [...rateFaults(samplingRatePerMillion), ...endpointFaults(endpoint)];
  if (faults.length > 0) throw new Error(`failed to validate tracing configuration: ${joined(faults)}`);
  return { endpoint: endpoint ?? undefined, samplingRatePerMillion: samplingRatePerMillion ?? undefined };
}

function decodingFault(members: Record<string, unknown>): string | undefined {
  if (typeof members !== 'object' || Array.isArray(members)) return 'the file is no object';
  const { apiVersion, kind, endpoint, samplingRatePerMillion: rate } = members;
  if (typeof kind !== 'string' || kind === '') return "Object 'Kind' is missing";
  if (kind !== KIND || !API_VERSIONS.includes(String(apiVersion))) {
    return `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion ?? '')}`;
  }
  const unknown = Object.keys(members).filter((name) => !MEMBERS.has(name));
  if (unknown.length > 0)
    return `strict decoding error: ${unknown.map((name) => `unknown field ${JSON.stringify(name)}`).join(', ')}`;
  if (!isAbsent(endpoint) && typeof endpoint !== 'string') return 'endpoint is no string';
  const isRate = typeof rate === 'number' && Number.isInteger(rate) && rate >= MIN_INT32 && rate <= MAX_INT32;
  return isAbsent(rate) || isRate ? undefined : 'samplingRatePerMillion is no 32-bit integer';
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function rateFaults(rate: number | null | undefined): string[] {
  const field = `samplingRatePerMillion: Invalid value: ${rate}`;
  if (!rate) return [];
  if (rate < 0) return [`${field}: sampling rate must be positive`];
  return rate > MILLION ? [`${field}: sampling rate per million must be less than or equal to one million`] : [];
}

const SCHEMES = 'none, dns, unix, or unix-abstract';
const NAMING = 'https://github.com/grpc/grpc/blob/master/doc/naming.md';

/** The schemes of gRPC, or none. */
function endpointFaults(endpoint: string | null | undefined): string[] {
  if (isAbsent(endpoint)) return [];
  const named = endpoint!.includes('//') ? endpoint! : `dns://${endpoint}`;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(named)?.[1].toLowerCase() ?? '';
  if (['dns', 'unix', 'unix-abstract'].includes(scheme)) return [];
  const reason = `unsupported scheme: ${scheme}.  Options are ${SCHEMES}.  See ${NAMING}`;
  return [`endpoint: Invalid value: ${JSON.stringify(named)}: ${reason}`];
}

/** Several errors, as the reference joins them. */
function joined(faults: readonly string[]): string {
  return faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`;
}

/** Returns where a configuration sends spans; the protocol is that of OpenTelemetry's variables, gRPC without. Throws an Error. */
export function targetOf(
  { endpoint = DEFAULT_ENDPOINT, samplingRatePerMillion = 0 }: TracingConfiguration,
  environment: Readonly<Record<string, string | undefined>>,
): Pick<OtlpTarget, 'endpoint' | 'protocol' | 'samplingRate'> {
  const chosen = PROTOCOL_VARIABLES.map((name) => environment[name]).find((value) => value) ?? 'grpc';
  if (chosen !== 'grpc' && chosen !== 'http/protobuf') {
    throw new Error(
      `protocol ${JSON.stringify(chosen)} of ${PROTOCOL_VARIABLES.join(' or ')} is not supported; use grpc or http/protobuf`,
    );
  }
  const url = urlOf(endpoint);
  if (url.startsWith('unix:') && chosen !== 'grpc') throw new Error('a socket file is reached with gRPC only');
  return { endpoint: url, protocol: chosen, samplingRate: samplingRatePerMillion / MILLION };
}

/** `dns:///host:port` and `host:port` name a host; `dns://server/host:port` also who resolves it, which is left to the system. */
function urlOf(endpoint: string): string {
  if (endpoint.startsWith('unix-abstract:')) throw new Error('abstract sockets are not supported; use a socket file');
  if (endpoint.startsWith('unix:')) return endpoint;
  return `http://${endpoint.replace(/^dns:\/\/[^/]*\//, '').replace(/^dns:(?:\/\/)?/, '')}`;
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw new OptionsError([{ option: OPTION, message: (error as Error).message, remedy: 'See docs/tracing.md.' }]);
}
