import { ConfigMap } from '../../plugins/core/config-map/config-map.v1.js';
import { Pod } from '../../plugins/core/pod/shape/pod.v1.js';
import type { ApiObject } from '../../src/apimachinery/index.js';
import { parseCbor } from '../../src/codecs/cbor/cbor-reader.js';
import { CborSerializer } from '../../src/codecs/cbor/cbor.serializer.js';
import { JsonSerializer } from '../../src/codecs/json/json.serializer.js';
import { decodeProtobuf, decodeProtobufObject } from '../../src/codecs/protobuf/index.js';
import { ProtobufSerializer } from '../../src/codecs/protobuf/protobuf.serializer.js';
import { YamlSerializer } from '../../src/codecs/yaml/yaml.serializer.js';
import { type ApiClass, shapeOf } from '../../src/schema/index.js';
import { type SerializerSample, describeSerializerContract } from '../contract/serializer.contract.js';

const METADATA = {
  name: 'sample',
  namespace: 'default',
  uid: '8a64f1d8-7c42-4b11-9e53-0b6f36a5c001',
  resourceVersion: '7',
  creationTimestamp: '2024-02-29T12:00:00Z',
  labels: { app: 'sample', 'example.com/é': '1' },
};

function sampleOf(name: string, type: ApiClass<ApiObject>, object: object): SerializerSample {
  const shape = shapeOf(type);
  const decoded = shape.decode(object);
  shape.applyDefaults(decoded);
  const canonical = shape.canonicalize(decoded) as unknown as ApiObject;
  const { kind = '' } = canonical;
  const head = { group: '', version: 'v1', kind: `${kind}List`, itemKind: kind, metadata: { resourceVersion: '9' } };
  return { name, type: shape, object: canonical, head };
}

const CONFIG_MAP = sampleOf('config-map', ConfigMap as unknown as ApiClass<ApiObject>, {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: METADATA,
  data: { lines: 'first\nsecond\n', empty: '', odd: 'yes', number: '0x10', quotes: '"\'\\', wide: '日本 😀' },
  binaryData: { bytes: 'AAEC/w==' },
});

const POD = sampleOf('pod', Pod as unknown as ApiClass<ApiObject>, {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: METADATA,
  spec: {
    containers: [
      {
        name: 'main',
        image: 'example.com/main:1',
        ports: [{ containerPort: 8080 }],
        resources: { requests: { cpu: '250m', memory: '64Mi' } },
        livenessProbe: { httpGet: { path: '/', port: 'http' } },
      },
    ],
    tolerations: [{ operator: 'Exists', tolerationSeconds: 300 }],
  },
});

const SAMPLES = [CONFIG_MAP, POD];

function jsonEvents(stream: Buffer): { type: string; object: unknown }[] {
  const lines = stream.toString('utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line) as { type: string; object: unknown });
}

/** Splits by length, then takes type and object out of the two fields of each event. */
function protobufEvents(stream: Buffer): { type: string; object: unknown }[] {
  const events: { type: string; object: unknown }[] = [];
  for (let at = 0; at < stream.length;) {
    const length = stream.readUInt32BE(at);
    const event = stream.subarray(at + 4, at + 4 + length);
    const typeLength = event[1];
    const { apiVersion, kind, raw } = decodeProtobuf(event.subarray(event.indexOf('k8s\u0000')));
    const { type } = SAMPLES.find(({ object }) => object.kind === kind)!;
    const object = { ...decodeProtobufObject(type.protobuf!, raw), kind, apiVersion };
    events.push({ type: event.subarray(2, 2 + typeLength).toString(), object });
    at += 4 + length;
  }
  return events;
}

describeSerializerContract(() => new JsonSerializer(), SAMPLES, {
  mediaType: 'application/json',
  offeredAs: 'application/json;stream=watch',
  malformed: [
    ['', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    ['{"a":}', 'looking for beginning of value'],
  ],
  events: (stream) => Promise.resolve(jsonEvents(stream)),
});

describeSerializerContract(() => new YamlSerializer(), SAMPLES, {
  mediaType: 'application/yaml',
  offeredAs: undefined,
  malformed: [['a: [1\n', 'yaml: ']],
  events: (stream) => Promise.resolve(jsonEvents(stream)),
});

describeSerializerContract(() => new ProtobufSerializer(), SAMPLES, {
  mediaType: 'application/vnd.kubernetes.protobuf',
  aliases: ['application/vnd.service.protobuf'],
  offeredAs: 'application/vnd.kubernetes.protobuf;stream=watch',
  malformed: [
    ['', 'empty data'],
    ['{}', 'provided data does not appear to be a protobuf message'],
    ['k8s\u0000\u00ff', 'unexpected EOF'],
  ],
  events: (stream) => Promise.resolve(protobufEvents(stream)),
  frameOf: (message) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(message.length);
    return Buffer.concat([length, message]);
  },
});

/** A sequence is a list without its head. */
function cborEvents(stream: Buffer): { type: string; object: unknown }[] {
  const list = parseCbor(Buffer.concat([Buffer.of(0x9f), stream, Buffer.of(0xff)]), { maxValues: 10_000 });
  return list as unknown as { type: string; object: unknown }[];
}

describeSerializerContract(() => new CborSerializer(), SAMPLES, {
  mediaType: 'application/cbor',
  offeredAs: 'application/cbor;stream=watch',
  malformed: [
    ['', 'unable to determine group/version/kind: EOF'],
    ['\u0018', 'unable to determine group/version/kind: unexpected EOF'],
    ['\u0001\u0001', 'cbor: 1 bytes of extraneous data starting at index 1'],
  ],
  events: (stream) => Promise.resolve(cborEvents(stream)),
});
