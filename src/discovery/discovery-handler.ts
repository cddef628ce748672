import type { MaybePromise } from '../apimachinery/index.js';
import { createHash } from 'node:crypto';
import { type Negotiated, type Serializer, type Serializers, parseAccept, stringifyJson } from '../codecs/index.js';
import type { Catalogue } from '../plugin-host/index.js';
import type { ObjectShape } from '../schema/index.js';
import { DiscoveryDocuments, type DocumentParts } from './discovery-documents.js';
import { discoveryMessage } from './discovery-message.js';
import type { RemoteDiscovery } from './remote-discovery.js';

/** A discovery document, ready to be sent. */
export interface DiscoveryAnswer {
  /** Names the document among all. */
  readonly name: string;
  readonly document: object;
  readonly negotiated: Negotiated;
  readonly contentType: string;
  /** The type of the document, or of its items, for formats that encode by type. */
  readonly type?: ObjectShape;
  /** Set on aggregated documents, by which clients cache them. */
  readonly etag?: string;
}

const AGGREGATED = 'APIGroupDiscoveryList';
const ALL_VERSIONS = ['v2', 'v2beta1'];

/** The sources of the documents, which report their changes. */
export interface DiscoveryParts extends DocumentParts {
  readonly remote: Pick<RemoteDiscovery, 'describe' | 'onChange'>;
  /** The versions of aggregated documents; none in early releases. */
  readonly aggregatedVersions?: readonly string[];
}

/**
 * Finds the discovery document of a path. Documents and their bytes are made on request and kept until the catalogue
 * changes.
 */
export class DiscoveryHandler {
  private readonly documents: DiscoveryDocuments;
  private readonly plain = new Map<string, object>();
  private readonly kept = new Map<string, { document: object; etag: string }>();
  private readonly bytes = new Map<string, MaybePromise<Buffer>>();

  private readonly catalogue: Catalogue;

  constructor(
    private readonly serializers: Serializers,
    private readonly parts: DiscoveryParts,
  ) {
    const { catalogue, services, remote } = parts;
    this.catalogue = catalogue;
    this.documents = new DiscoveryDocuments(parts);
    for (const source of [catalogue, services, remote]) source.onChange(() => this.forget());
  }

  /**
   * Returns the aggregated document for a path and an Accept header that asks for it anywhere, whatever it would
   * rather have; undefined where it does not, or there is none.
   */
  aggregatedAnswer(path: string, accept: string | undefined): DiscoveryAnswer | undefined {
    const parts = partsOf(path);
    const { aggregatedVersions = ALL_VERSIONS } = this.parts;
    if (parts.length !== 1 || !accept?.includes(AGGREGATED)) return undefined;
    for (const range of parseAccept(accept)) {
      const { g, v = '', as } = range.parameters;
      const isOne = as === AGGREGATED && g === 'apidiscovery.k8s.io' && aggregatedVersions.includes(v);
      const [serializer] = isOne ? this.serializers.forRange(range) : [];
      if (serializer) return this.aggregated(parts[0] === 'api', v, serializer);
    }
    return undefined;
  }

  /** Returns the answer for a path and an Accept header; `notFound` and `notAcceptable` say why there is none. */
  answer(path: string, accept: string | undefined): DiscoveryAnswer | 'notFound' | 'notAcceptable' {
    const negotiated = this.serializers.negotiate(accept, { presentations: [], hasLayout: true });
    return negotiated ? this.plainAnswer(partsOf(path), negotiated) : 'notAcceptable';
  }

  /** Reports whether a document can be read at a path. */
  leadsSomewhere(path: string): boolean {
    return this.find(partsOf(path)) !== undefined;
  }

  /** Reports whether a path is one of discovery: an extension server has no core group. */
  isDiscoveryPath(path: string): boolean {
    if (path === '/apis' || path.startsWith('/apis/')) return true;
    return !this.parts.isExtension && (path === '/api' || path.startsWith('/api/'));
  }

  /** Reports whether the group a path below `/apis/` names is served here. */
  servesGroupOf(path: string): boolean {
    const group = path.split('/')[2] ?? '';
    return group === '' || this.catalogue.serves(group);
  }

  /** Reports whether a path is that of a group that other servers serve. */
  isDelegatedGroup(path: string): boolean {
    const [, , group = '', ...below] = path.split('/');
    return below.length === 0 && this.parts.services.delegatesGroup(group);
  }

  /** Reports whether the group a path names has unstructured kinds only: outside of these nothing is served below it. */
  isUnstructuredGroup(path: string): boolean {
    const [, prefix, group = ''] = path.split('/');
    return prefix === 'apis' && this.catalogue.isUnstructured(group);
  }

  /** Returns the paths that lead somewhere, for `/`. */
  paths(): string[] {
    return this.documents.paths();
  }

  /** Returns the bytes of an answer that was just found, indented for a person or not. */
  write({ name, document, negotiated, type }: DiscoveryAnswer, isPretty: boolean): MaybePromise<Buffer> {
    const { serializer } = negotiated;
    const key = `${name} ${serializer.name} ${isPretty}`;
    const known = this.bytes.get(key);
    if (known) return known;
    const bytes = serializer.write(document, { type, isPretty });
    this.bytes.set(key, bytes);
    return bytes;
  }

  /** Returns the same answer in JSON, for the record of its request. */
  writeJson({ name, document }: DiscoveryAnswer): string {
    return stringifyJson(this.kept.get(name)?.document ?? this.plain.get(name) ?? document);
  }

  private forget(): void {
    this.documents.forget();
    for (const known of [this.plain, this.kept, this.bytes]) known.clear();
  }

  private plainAnswer(parts: readonly string[], negotiated: Negotiated): DiscoveryAnswer | 'notFound' {
    const { serializer } = negotiated;
    // Further segments are ignored, and must not select other documents.
    const name = parts.slice(0, parts[0] === 'api' ? 2 : 3).join('/');
    const document = this.plain.get(name) ?? this.find(parts);
    if (!document) return 'notFound';
    this.plain.set(name, document);
    return { ...writable(document, serializer), name, negotiated, contentType: serializer.mediaType };
  }

  private find([prefix, first, second]: readonly string[]): object | undefined {
    if (prefix === 'api') {
      return first === undefined ? this.documents.coreVersions() : this.documents.resources('', first);
    }
    if (first === undefined) return this.documents.groupList();
    return second === undefined ? this.documents.group(first) : this.documents.resources(first, second);
  }

  private aggregated(isCore: boolean, version: string, serializer: Serializer): DiscoveryAnswer {
    const key = `${isCore} ${version}`;
    let known = this.kept.get(key);
    if (!known) {
      const document = this.documents.aggregated(isCore, `apidiscovery.k8s.io/${version}`);
      const etag = `"${createHash('sha512').update(stringifyJson(document)).digest('hex').toUpperCase()}"`;
      this.kept.set(key, (known = { document, etag }));
    }
    const contentType = `${serializer.mediaType};g=apidiscovery.k8s.io;v=${version};as=${AGGREGATED}`;
    return {
      ...writable(known.document, serializer),
      name: key,
      etag: known.etag,
      negotiated: this.serializers.whole(serializer),
      contentType,
    };
  }
}

function partsOf(path: string): string[] {
  return path.split('/').filter((s) => s !== '');
}

function writable(document: object, { writesByType }: Serializer): Pick<DiscoveryAnswer, 'document' | 'type'> {
  return writesByType ? discoveryMessage(document) : { document };
}
