import { credentials } from '@grpc/grpc-js';
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as LibrarySpan,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  trace,
} from '@opentelemetry/api';
import { CompositePropagator, W3CBaggagePropagator, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as GrpcExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as HttpExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.js';
import type { RecordedSpan, SpanStart } from './span.js';
import type { ReceivedSpan, SpanRecorder } from './tracing.js';

/** Where spans are sent, and how many. */
export interface OtlpSettings {
  /** `http://host:port`, or `unix:/path` with gRPC. */
  readonly endpoint: string;
  readonly protocol: 'grpc' | 'http/protobuf';
  /** The part of requests whose spans are recorded; 0 to 1. */
  readonly samplingRate: number;
  /** The identity of the server among others. */
  readonly instance: string;
  readonly logger: Logger;
}

const SERVICE = 'apiserver';
/** A collector that does not answer must not delay the end of the server for longer. */
const CLOSE_MS = 3000;
/** Neither may a span wait for its turn for long. */
const EXPORT_MS = 10_000;

/** Records spans with OpenTelemetry, and sends them in batches with OTLP (upstream: component-base/tracing.NewProvider). */
export class OtlpRecorder implements SpanRecorder {
  private readonly provider: TracerProvider;
  private readonly library: Library;

  constructor({ endpoint, protocol, samplingRate, instance, logger }: OtlpSettings) {
    reportFaults(logger);
    const exporter: SpanExporter =
      protocol === 'grpc'
        ? new GrpcExporter({ url: endpoint, credentials: credentials.createInsecure(), timeoutMillis: EXPORT_MS })
        : new HttpExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
    const root = samplingRate > 0 ? new TraceIdRatioBasedSampler(samplingRate) : new AlwaysOffSampler();
    this.provider = new TracerProvider({
      resource: defaultResource().merge(
        resourceFromAttributes({ 'service.name': SERVICE, 'service.instance.id': instance }),
      ),
      sampler: new ParentBasedSampler({ root }),
      spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
    });
    this.library = {
      tracer: this.provider.getTracer('binnacle'),
      propagator: new CompositePropagator({
        propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()],
      }),
    };
  }

  /**
   * Starts the span of a request. A client cannot decide what is recorded: its trace is linked from a new one
   * (upstream: otelhttp.WithPublicEndpoint).
   */
  receive({ name, headers, attributes, startedAt }: ReceivedSpan): RecordedSpan {
    const { tracer, propagator } = this.library;
    const sent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const remote = trace.getSpanContext(sent);
    const span = tracer.startSpan(
      name,
      {
        root: true,
        kind: SpanKind.SERVER,
        attributes: attributes as Attributes,
        startTime: startedAt,
        links: remote ? [{ context: remote }] : [],
      },
      sent,
    );
    return new OtlpSpan(this.library, span, trace.setSpan(sent, span));
  }

  async close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
    await Promise.race([this.provider.shutdown().catch(() => {}), late]);
    clearTimeout(timer);
  }
}

/** The parts of the library that every span uses. */
interface Library {
  readonly tracer: Tracer;
  readonly propagator: TextMapPropagator;
}

class OtlpSpan implements RecordedSpan {
  constructor(
    private readonly library: Library,
    private readonly span: LibrarySpan,
    private readonly context: Context,
  ) {}

  addEvent(name: string, attributes: Attributes): void {
    this.span.addEvent(name, attributes);
  }

  setAttributes(attributes: Attributes): void {
    this.span.setAttributes(attributes);
  }

  fail(message: string): void {
    this.span.setStatus({ code: SpanStatusCode.ERROR, message });
  }

  end(endedAt?: number): void {
    this.span.end(endedAt);
  }

  start(name: string, { attributes, kind = 'internal', startedAt }: SpanStart): RecordedSpan {
    const span = this.library.tracer.startSpan(
      name,
      {
        kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
        attributes: attributes as Attributes,
        startTime: startedAt,
      },
      this.context,
    );
    return new OtlpSpan(this.library, span, trace.setSpan(this.context, span));
  }

  headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    this.library.propagator.inject(this.context, headers, defaultTextMapSetter);
    return headers;
  }
}

/** The library reports what it cannot send through one logger of the process. */
function reportFaults(logger: Logger): void {
  const report = (text: string): void =>
    logger.warn('traces could not be sent', { reason: text.slice(0, MOST_CHARACTERS) });
  const ignore = (): void => {};
  const target = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(target, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** Of a report, which may have the stack of an error in it. */
const MOST_CHARACTERS = 500;
