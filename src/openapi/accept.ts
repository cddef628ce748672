import { splitAccept } from '../codecs/index.js';
import type { Dialect } from './schema.js';

/** A form a document is served in. */
export type Form = 'json' | 'protobuf';

/** Content type of each form. */
export const CONTENT_TYPES: Readonly<Record<Dialect, Readonly<Record<Form, string>>>> = {
  v2: { json: 'application/json', protobuf: 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf' },
  v3: { json: 'application/json', protobuf: 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf' },
};

/**
 * Chooses the form for an `Accept` header, undefined when none is accepted. The protobuf type has an older spelling,
 * with an at sign, that clients still send.
 */
export function chooseForm(accept: string | undefined, dialect: Dialect): Form | undefined {
  if (!accept) return 'json';
  for (const range of rangesOf(accept)) {
    if (range === '*/*' || range === 'application/*' || range === 'application/json') return 'json';
    if (range.replace('@', '.') === CONTENT_TYPES[dialect].protobuf) return 'protobuf';
  }
  return undefined;
}

/** The media ranges of an `Accept` header, best first. */
function rangesOf(accept: string): string[] {
  const ranges = splitAccept(accept).map((part) => {
    const [range, ...parameters] = part.split(';').map((p) => p.trim());
    const quality = parameters.find((p) => p.startsWith('q='));
    return { range: range.toLowerCase(), quality: quality ? Number(quality.slice(2)) || 0 : 1 };
  });
  const accepted = ranges.filter((r) => r.quality > 0).sort((a, b) => b.quality - a.quality);
  return accepted.map((r) => r.range);
}
