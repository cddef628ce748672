import { type MediaRange, parseAccept } from './accept.js';
import type { Negotiated, Serializers } from './serializers.js';

/** A page that is offered as plain text, and as an object to clients that name its group, version and kind. */
export interface DocumentOffer {
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly string[];
  /** Media types of the object. */
  readonly mediaTypes: readonly string[];
}

/** The negotiated form of a document: the text, or the object in one of its versions. */
export type DocumentForm = 'text' | { readonly version: string; readonly negotiated: Negotiated };

/**
 * Chooses the form of a document that is offered as `text/plain` and as an object; undefined where nothing that is
 * accepted is offered (406). An object is written only where `g`, `v` and `as` name it, also by a wildcard (upstream: the
 * endpoint restrictions of statusz and flagz).
 */
export function negotiateDocument(
  accept: string,
  offer: DocumentOffer,
  serializers: Serializers,
): DocumentForm | undefined {
  for (const range of parseAccept(accept)) {
    const form = formOf(range, offer, serializers);
    if (form) return form;
  }
  return undefined;
}

function formOf(range: MediaRange, offer: DocumentOffer, serializers: Serializers): DocumentForm | undefined {
  const { as, g, v, stream, sv, pretty } = range.parameters;
  if (stream !== undefined || sv !== undefined) return undefined;
  if (as === undefined && g === undefined && v === undefined) return isPlainText(range) ? 'text' : undefined;
  if (as !== offer.kind || g !== offer.group || v === undefined || !offer.versions.includes(v)) return undefined;
  const serializer = serializers.forRange(range).find(({ mediaType }) => offer.mediaTypes.includes(mediaType));
  return serializer && { version: v, negotiated: { ...serializers.whole(serializer), asksPretty: pretty === '1' } };
}

function isPlainText({ type, subtype }: MediaRange): boolean {
  return (type === '*' && subtype === '*') || (type === 'text' && (subtype === 'plain' || subtype === '*'));
}
