import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import protobuf from 'protobufjs';

/** A span as the collector has received it; ids in hexadecimal. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly string[];
  /** The traces that are linked. */
  readonly links: readonly string[];
}

/** The part of the protocol that tests look at (opentelemetry-proto, trace/v1). */
const PROTOCOL = `syntax = "proto3";
message Request { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
  repeated KeyValue attributes = 9; repeated Event events = 11; repeated Link links = 13;
}
message Event { string name = 2; }
message Link { bytes trace_id = 1; }
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; } }`;

const Request = protobuf.parse(PROTOCOL).root.lookupType('Request');
const EXPORT = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A collector of traces on the loopback address, which keeps what it receives. */
export class FakeCollector {
  readonly spans: CollectedSpan[] = [];
  /** The attributes of the process that has sent the spans. */
  resource: Readonly<Record<string, unknown>> = {};

  private constructor(
    /** Host and port. */
    readonly address: string,
    readonly close: () => Promise<void>,
  ) {}

  /** Starts one for OTLP over gRPC. */
  static async overGrpc(): Promise<FakeCollector> {
    const server = new Server();
    const keep = (bytes: Buffer): Buffer => bytes;
    const method = {
      path: EXPORT,
      requestStream: false,
      responseStream: false,
      requestSerialize: keep,
      requestDeserialize: keep,
      responseSerialize: keep,
      responseDeserialize: keep,
    } as const;
    server.addService(
      { export: method },
      {
        export: (call: { request: Buffer }, done: (error: null, answer: Buffer) => void) => {
          collector.take(call.request);
          done(null, Buffer.alloc(0));
        },
      },
    );
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    const collector = new FakeCollector(`127.0.0.1:${port}`, async () => server.forceShutdown());
    return collector;
  }

  /** Starts one for OTLP over HTTP, with protobuf. */
  static async overHttp(): Promise<FakeCollector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (request.url === '/v1/traces') {
          collector.take(request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
        }
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const collector = new FakeCollector(`127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    return collector;
  }

  private take(bytes: Buffer): void {
    const options = { bytes: String, longs: Number, defaults: true };
    const { resourceSpans } = Request.toObject(Request.decode(bytes), options) as Record<string, any>;
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = valuesOf(resource.attributes);
      for (const { spans } of scopeSpans) this.spans.push(...spans.map(collected));
    }
  }
}

function collected(span: Record<string, any>): CollectedSpan {
  const { name, kind, attributes, events, links } = span;
  return {
    name,
    kind,
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: hex(span.parentSpanId),
    attributes: valuesOf(attributes),
    events: events.map((event: { name: string }) => event.name),
    links: links.map((link: { traceId: string }) => hex(link.traceId)),
  };
}

function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

function valuesOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
