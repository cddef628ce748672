import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CollectedSpan, FakeCollector } from './fake-collector.js';
import { type TestServer, startTestServer } from './start-test-server.js';

/** Starts a server that exports its traces to a collector; its configuration is written into `directory`. */
export async function startTraced(
  directory: string,
  endpoint: string,
  samplingRatePerMillion = 1_000_000,
): Promise<TestServer> {
  const tracingConfigFile = join(directory, 'tracing.yaml');
  const apiVersion = 'apiserver.config.k8s.io/v1beta1';
  const file = { apiVersion, kind: 'TracingConfiguration', endpoint, samplingRatePerMillion };
  await writeFile(tracingConfigFile, JSON.stringify(file));
  const server = await startTestServer({ diagnostics: { tracingConfigFile } });
  await server.ready;
  return server;
}

/** The spans of the request whose server span has a name, that one first. */
export function traceOf({ spans }: FakeCollector, name: string): CollectedSpan[] {
  const root = spans.find((span) => span.name === name && span.kind === 2)!;
  return [root, ...spans.filter(({ traceId, spanId }) => traceId === root.traceId && spanId !== root.spanId)];
}

/** The names of a span and those it is a part of, the outermost first. */
export function pathOf(trace: readonly CollectedSpan[], name: string): string[] {
  const names: string[] = [];
  let span = trace.find((each) => each.name === name);
  while (span) {
    names.unshift(span.name);
    const { parentSpanId } = span;
    span = trace.find(({ spanId }) => spanId === parentSpanId);
  }
  return names;
}
