import { type MediaRange, parseAccept } from './accept.js';

/** A format objects are written in. */
export type Format = 'json' | 'yaml' | 'protobuf';

/** How the objects of an answer are presented: whole, as a table, or as metadata only. */
export type Presentation = 'whole' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** What an answer is written as. */
export interface Negotiated {
  readonly format: Format;
  readonly presentation: Presentation;
  /** Version of the meta group the presentation is in: `v1` or `v1beta1`. */
  readonly metaVersion: string;
  /** As the Content-Type header names it. */
  readonly mediaType: string;
}

/** Media types of objects, as they are named in refusals. */
export const OBJECT_MEDIA_TYPES: readonly string[] = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
];

const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/vnd.kubernetes.protobuf': 'protobuf',
  // The neutral spelling of the specification.
  'application/vnd.service.protobuf': 'protobuf',
};

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
};

/** What a request may ask for. */
export interface Offer {
  readonly presentations: readonly Presentation[];
  readonly hasProtobuf: boolean;
}

/**
 * Whether an Accept header names any of the media types at all, whatever its parameters. Where not, the reference
 * refuses a request before it looks at it, in other words than where the parameters cannot be served.
 */
export function namesKnownType(accept: string | undefined): boolean {
  if (accept === undefined || accept === '') return true;
  return accept.split(',').some((part) => {
    const type = part.split(';')[0].trim();
    return type === '*/*' || type === 'application/*' || Object.prototype.hasOwnProperty.call(FORMATS, type);
  });
}

const PLAIN_JSON: Negotiated = {
  format: 'json',
  presentation: 'whole',
  metaVersion: '',
  mediaType: 'application/json',
};

/** Chooses what to answer with; undefined when nothing that is accepted is offered (406). */
export function negotiate(accept: string | undefined, offer: Offer): Negotiated | undefined {
  if (accept === undefined || accept === '' || accept === 'application/json' || accept === '*/*') return PLAIN_JSON;
  for (const range of parseAccept(accept)) {
    const found = match(range, offer);
    if (found) return found;
  }
  return undefined;
}

function match(range: MediaRange, offer: Offer): Negotiated | undefined {
  const format = formatOf(range, offer.hasProtobuf);
  if (!format) return undefined;
  const { as, g, v, stream } = range.parameters;
  if (stream !== undefined && stream !== 'watch') return undefined;
  if (as === undefined) {
    return g === undefined && v === undefined ? { ...PLAIN_JSON, format, mediaType: MEDIA_TYPES[format] } : undefined;
  }
  const isOffered =
    g === 'meta.k8s.io' && (v === 'v1' || v === 'v1beta1') && offer.presentations.includes(as as Presentation);
  if (!isOffered || (as === 'Table' && format === 'protobuf')) return undefined;
  return { format, presentation: as as Presentation, metaVersion: v, mediaType: MEDIA_TYPES[format] };
}

function formatOf({ type, subtype }: MediaRange, hasProtobuf: boolean): Format | undefined {
  if (type === '*' || (type === 'application' && subtype === '*')) return 'json';
  const format = FORMATS[`${type}/${subtype}`];
  return format === 'protobuf' && !hasProtobuf ? undefined : format;
}

/** The format of a request body by its Content-Type; undefined when it is not read (415). */
export function bodyFormat(contentType: string | undefined, hasProtobuf: boolean): Format | undefined {
  if (contentType === undefined || contentType === '') return 'json';
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim());
  if (parameters.some((p) => p !== '' && !/^[^\s=]+=([^\s"]+|"[^"]*")$/.test(p))) return undefined;
  const name = type.toLowerCase();
  const format = Object.prototype.hasOwnProperty.call(FORMATS, name) ? FORMATS[name] : undefined;
  return format === 'protobuf' && !hasProtobuf ? undefined : format;
}

/** The media type of a format. */
export function mediaTypeOf(format: Format): string {
  return MEDIA_TYPES[format];
}
