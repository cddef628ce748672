import { parseAccept } from '../codecs/index.js';
import type { Dialect } from './schema.js';

/** A form a document is served in. */
export type Form = 'json' | 'protobuf';

/** Content type of each form. */
export const CONTENT_TYPES: Readonly<Record<Dialect, Readonly<Record<Form, string>>>> = {
  v2: { json: 'application/json', protobuf: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' },
  v3: { json: 'application/json', protobuf: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf' },
};

/** Reports whether an `Accept` header has any media range at all. */
export function asksForAnything(accept: string | undefined): boolean {
  return !accept || parseAccept(accept).length > 0;
}

/** A part of an `Accept-Encoding` header that takes gzip, with its quality. */
const GZIP = /^gzip(?:;q=(\d+(?:\.\d*)?))?$/;

/** Reports whether an `Accept-Encoding` header takes gzip: named, and not with the quality 0. */
export function acceptsGzip(acceptEncoding: string): boolean {
  const parts = acceptEncoding.toLowerCase().replaceAll(' ', '').split(',');
  const found = parts.map((part) => GZIP.exec(part)).find((match) => match !== null);
  return found !== undefined && Number(found?.[1] ?? 1) > 0;
}

/**
 * Chooses the form for an `Accept` header, undefined when none is accepted. Wildcards stand for either side of a type,
 * and the protobuf type has an older spelling, with an at sign, that clients still send.
 */
export function chooseForm(accept: string | undefined, dialect: Dialect): Form | undefined {
  if (!accept) return 'json';
  const protobuf = CONTENT_TYPES[dialect].protobuf.slice('application/'.length);
  for (const { type, subtype } of parseAccept(accept)) {
    if (type !== 'application' && type !== '*') continue;
    if (subtype === 'json' || subtype === '*') return 'json';
    if (subtype.replace('@', '.') === protobuf) return 'protobuf';
  }
  return undefined;
}
