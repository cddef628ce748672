import { parseTracingConfiguration, targetOf } from './tracing-configuration.js';

const HEAD = { apiVersion: 'apiserver.config.k8s.io/v1beta1', kind: 'TracingConfiguration' };
const SCHEMES = 'none, dns, unix, or unix-abstract';
const NAMING = 'https://github.com/grpc/grpc/blob/master/doc/naming.md';
const READING = 'failed to read tracing config: unable to decode tracing configuration data: ';
const CHECKING = 'failed to validate tracing configuration: ';

describe('parseTracingConfiguration()', () => {
  it.each([
    [HEAD],
    [{ ...HEAD, apiVersion: 'apiserver.config.k8s.io/v1alpha1', samplingRatePerMillion: 0 }],
    [{ ...HEAD, endpoint: null, samplingRatePerMillion: null }],
    [{ ...HEAD, endpoint: 'collector:4317', samplingRatePerMillion: 1_000_000 }],
    [{ ...HEAD, endpoint: 'dns:///collector:4317' }],
    [{ ...HEAD, endpoint: 'unix:///run/otlp.sock' }],
  ])('accepts %j', (content) => {
    expect(() => parseTracingConfiguration(content)).not.toThrow();
  });

  it.each([
    [undefined, `${READING}Object 'Kind' is missing`],
    [[], `${READING}the file is no object`],
    [
      { ...HEAD, apiVersion: 'apiserver.config.k8s.io/v1' },
      `${READING}no kind "TracingConfiguration" is registered for version "apiserver.config.k8s.io/v1"`,
    ],
    [{ ...HEAD, rate: 1 }, `${READING}strict decoding error: unknown field "rate"`],
    [{ ...HEAD, endpoint: 5 }, `${READING}endpoint is no string`],
    [{ ...HEAD, samplingRatePerMillion: 1.5 }, `${READING}samplingRatePerMillion is no 32-bit integer`],
    [
      { ...HEAD, samplingRatePerMillion: -1 },
      `${CHECKING}samplingRatePerMillion: Invalid value: -1: sampling rate must be positive`,
    ],
    [
      { ...HEAD, samplingRatePerMillion: 1_000_001, endpoint: 'http://collector:4318' },
      `${CHECKING}[samplingRatePerMillion: Invalid value: 1000001: sampling rate per million must be less than or equal to one million, endpoint: Invalid value: "http://collector:4318": unsupported scheme: http.  Options are ${SCHEMES}.  See ${NAMING}]`,
    ],
  ])('refuses %j', (content, message) => {
    expect(() => parseTracingConfiguration(content)).toThrow(new Error(message));
  });
});

describe('targetOf()', () => {
  it.each([
    [{}, {}, { endpoint: 'http://localhost:4317', protocol: 'grpc', samplingRate: 0 }],
    [
      { endpoint: 'a:1', samplingRatePerMillion: 500_000 },
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' },
      { endpoint: 'http://a:1', protocol: 'http/protobuf', samplingRate: 0.5 },
    ],
    [{ endpoint: 'dns:///a:1' }, {}, { endpoint: 'http://a:1', protocol: 'grpc', samplingRate: 0 }],
    [{ endpoint: 'dns://8.8.8.8/a:1' }, {}, { endpoint: 'http://a:1', protocol: 'grpc', samplingRate: 0 }],
    [{ endpoint: 'unix:///a.sock' }, {}, { endpoint: 'unix:///a.sock', protocol: 'grpc', samplingRate: 0 }],
  ])('of %j and %j', (configuration, environment, target) => {
    expect(targetOf(configuration, environment)).toEqual(target);
  });

  it.each([
    [{ endpoint: 'unix:///a.sock' }, 'http/protobuf', 'a socket file is reached with gRPC only'],
    [{ endpoint: 'unix-abstract://a' }, 'grpc', 'abstract sockets are not supported; use a socket file'],
    [{}, 'http/json', 'use grpc or http/protobuf'],
  ])('refuses %j with %s', (configuration, protocol, message) => {
    expect(() => targetOf(configuration, { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol })).toThrow(message);
  });
});
