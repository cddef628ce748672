import type { ConfigurationFormat, Serializer } from '../serializer.js';
import { type MediaRange, parseAccept, splitAccept } from './accept.js';

/** How the objects of an answer are presented: whole, as a table, or as metadata only. */
export type Presentation = 'whole' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** The negotiated format of a response. */
export interface Negotiated {
  readonly serializer: Serializer;
  readonly presentation: Presentation;
  /** Version of the meta group the presentation is in: `v1` or `v1beta1`. */
  readonly metaVersion: string;
  /** True if the media type asks for an indented answer. */
  readonly asksPretty: boolean;
}

/** The formats that a request may negotiate. */
export interface Offer {
  readonly presentations: readonly Presentation[];
  /** True if what is asked for has a layout, without which some formats cannot hold it whole. */
  readonly hasLayout: boolean;
}

/**
 * The formats a server reads and writes, and the choice between them. The first of the list is the default: it is
 * answered where the client accepts anything, and read where it names nothing.
 */
export class Serializers {
  readonly default: Serializer;
  /** Media types of objects, as they are named in refusals. */
  readonly mediaTypes: readonly string[];
  /** Media types of streams, as they are named in refusals. */
  readonly streamTypes: readonly string[];
  /** Media types of configurations for server-side apply, as they are named in refusals. */
  readonly configurationTypes: readonly string[];
  private readonly byMediaType: ReadonlyMap<string, Serializer>;
  private readonly byConfigurationType: ReadonlyMap<string, ConfigurationFormat>;
  /** The most frequent results, created once. */
  private readonly plain: ReadonlyMap<Serializer, Negotiated>;

  constructor(private readonly list: readonly Serializer[]) {
    [this.default] = list;
    this.mediaTypes = list.map(({ mediaType }) => mediaType);
    this.streamTypes = list.flatMap(({ stream }) => stream.offeredAs ?? []);
    this.byMediaType = new Map(list.flatMap((each) => [each.mediaType, ...each.aliases].map((type) => [type, each])));
    const configurations = list.flatMap((each) => each.configurations ?? []);
    this.byConfigurationType = new Map(configurations.map((each) => [each.mediaType, each]));
    this.configurationTypes = [...this.byConfigurationType.keys()];
    this.plain = new Map(list.map((serializer) => [serializer, wholeIn(serializer)]));
  }

  /** Returns the format of an object that is written whole. */
  whole(serializer: Serializer): Negotiated {
    return this.plain.get(serializer)!;
  }

  /**
   * Reports whether an Accept header names any of the media types at all, whatever its parameters. Where not, the
   * reference refuses a request before it looks at it, in other words than where the parameters cannot be served.
   */
  namesKnownType(accept: string | undefined): boolean {
    return accept === this.default.mediaType || acceptsRoute(accept, this.byMediaType);
  }

  /** Chooses what to answer with; undefined when nothing that is accepted is offered (406). */
  negotiate(accept: string | undefined, offer: Offer): Negotiated | undefined {
    if (accept === undefined || accept === '' || accept === this.default.mediaType || accept === '*/*')
      return this.whole(this.default);
    for (const range of parseAccept(accept)) {
      for (const serializer of this.forRange(range)) {
        const found = this.match(serializer, range, offer);
        if (found) return found;
      }
    }
    return undefined;
  }

  /** Returns the formats a media range stands for, whatever its parameters. */
  forRange({ type, subtype }: MediaRange): readonly Serializer[] {
    if (subtype === '*') return type === '*' || type === 'application' ? this.list : [];
    const found = this.byMediaType.get(`${type}/${subtype}`);
    return found ? [found] : [];
  }

  /** Selects the decoder of a request body by its Content-Type; undefined if it is not supported (415). */
  forBody(contentType: string | undefined, hasLayout: boolean): Serializer | undefined {
    if (contentType === undefined || contentType === '') return this.default;
    const [type, ...parameters] = contentType.split(';').map((part) => part.trim());
    if (parameters.some((p) => p !== '' && !/^[^\s=]+=([^\s"]+|"[^"]*")$/.test(p))) return undefined;
    const found = this.byMediaType.get(type.toLowerCase());
    return found?.writesByType && !hasLayout ? undefined : found;
  }

  /** Returns how a configuration for server-side apply is sent with this Content-Type; undefined where it is no such patch. */
  forConfiguration(contentType: string): ConfigurationFormat | undefined {
    return this.byConfigurationType.get(contentType.split(';', 1)[0]);
  }

  /** Returns the format bytes are in, by their beginning; where none is sure, the first that may be. */
  recognize(bytes: Uint8Array): Serializer | undefined {
    const verdicts = this.list.map((each) => each.recognizes(bytes));
    const at = verdicts.includes(true) ? verdicts.indexOf(true) : verdicts.indexOf(undefined);
    return this.list[at];
  }

  private match(serializer: Serializer, { parameters }: MediaRange, offer: Offer): Negotiated | undefined {
    const { as, g, v, stream, sv, pretty } = parameters;
    if (stream !== undefined && (stream !== 'watch' || serializer.stream.offeredAs === undefined)) return undefined;
    // Only what is stored has views, and only of that can another server version be asked for.
    if (sv !== undefined && (sv !== 'v1' || offer.presentations.length === 0)) return undefined;
    const asksPretty = pretty === '1';
    if (as === undefined) {
      const isWritable = offer.hasLayout || !serializer.writesByType;
      if (!isWritable || g !== undefined || v !== undefined) return undefined;
      return asksPretty ? { ...this.whole(serializer), asksPretty } : this.whole(serializer);
    }
    const isOffered =
      g === 'meta.k8s.io' && (v === 'v1' || v === 'v1beta1') && offer.presentations.includes(as as Presentation);
    if (!isOffered || (as === 'Table' && !serializer.hasTables)) return undefined;
    return { serializer, presentation: as as Presentation, metaVersion: v, asksPretty };
  }
}

/**
 * Reports whether one of the media types that lead somewhere is named in an Accept header (upstream: go-restful, which
 * looks at no parameters and knows no wildcard but the whole one).
 */
export function acceptsRoute(accept: string | undefined, offered: { has(mediaType: string): boolean }): boolean {
  if (accept === undefined || accept === '') return true;
  return splitAccept(accept).some((part) => {
    const type = part.split(';')[0].trim();
    return type === '*/*' || offered.has(type);
  });
}

function wholeIn(serializer: Serializer): Negotiated {
  return { serializer, presentation: 'whole', metaVersion: '', asksPretty: false };
}
