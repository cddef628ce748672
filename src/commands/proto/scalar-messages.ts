import type { ScalarType } from '../../schema/index.js';

const META = 'k8s.io.apimachinery.pkg.apis.meta.v1';
const RUNTIME = 'k8s.io.apimachinery.pkg.runtime';

/** Types of protobuf's own, and messages by their full names. */
export const SCALAR_TYPES: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  uint64: 'uint64',
  double: 'double',
  bytes: 'bytes',
  time: `${META}.Time`,
  microTime: `${META}.MicroTime`,
  duration: `${META}.Duration`,
  fieldsV1: `${META}.FieldsV1`,
  quantity: 'k8s.io.apimachinery.pkg.api.resource.Quantity',
  intOrString: 'k8s.io.apimachinery.pkg.util.intstr.IntOrString',
  rawExtension: `${RUNTIME}.RawExtension`,
  json: 'k8s.io.apiextensions_apiserver.pkg.apis.apiextensions.v1.JSON',
};

/** The envelope of an object: four bytes, `k8s` and zero, and this message, whose `raw` is the object. */
export const ENVELOPE = `${RUNTIME}.Unknown`;

const TIME = ['optional int64 seconds = 1;', 'optional int32 nanos = 2;'];

/** The fields of messages that stand for single values, and of the envelope. Upstream: the types that marshal themselves. */
export const VALUE_MESSAGES: Readonly<Record<string, readonly string[]>> = {
  [SCALAR_TYPES.time]: TIME,
  [SCALAR_TYPES.microTime]: TIME,
  [SCALAR_TYPES.duration]: ['optional int64 duration = 1;'],
  [SCALAR_TYPES.fieldsV1]: ['optional bytes Raw = 1;'],
  [SCALAR_TYPES.quantity]: ['optional string string = 1;'],
  [SCALAR_TYPES.intOrString]: ['optional int64 type = 1;', 'optional int32 intVal = 2;', 'optional string strVal = 3;'],
  [SCALAR_TYPES.rawExtension]: ['optional bytes raw = 1;'],
  [SCALAR_TYPES.json]: ['optional bytes raw = 1;'],
  [`${RUNTIME}.TypeMeta`]: ['optional string apiVersion = 1;', 'optional string kind = 2;'],
  [ENVELOPE]: [
    `optional .${RUNTIME}.TypeMeta typeMeta = 1;`,
    'optional bytes raw = 2;',
    'optional string contentEncoding = 3;',
    'optional string contentType = 4;',
  ],
};
