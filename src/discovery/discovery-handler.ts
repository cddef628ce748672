import { createHash } from 'node:crypto';
import { type Format, mediaTypeOf, parseAccept, stringifyJson } from '../codecs/index.js';
import type { Catalogue } from '../plugin-host/index.js';
import type { ObjectShape } from '../schema/index.js';
import { DiscoveryDocuments } from './discovery-documents.js';
import { discoveryMessage } from './discovery-message.js';

/** A discovery document, ready to be sent. */
export interface DiscoveryAnswer {
  readonly document: object;
  readonly format: Format;
  readonly contentType: string;
  /** What protobuf needs to know of the document: its type, or that of its items. */
  readonly type?: ObjectShape;
  /** Set on aggregated documents, by which clients cache them. */
  readonly etag?: string;
}

const VERSIONS = ['v2', 'v2beta1'];
const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/vnd.kubernetes.protobuf': 'protobuf',
  'application/*': 'json',
  '*/*': 'json',
};

/** Finds the discovery document of a path. Documents are made on request and kept until the catalogue changes. */
export class DiscoveryHandler {
  private readonly documents: DiscoveryDocuments;
  private readonly kept = new Map<string, { document: object; etag: string }>();

  constructor(
    private readonly catalogue: Catalogue,
    serverAddress: () => string,
  ) {
    this.documents = new DiscoveryDocuments(catalogue, serverAddress);
    catalogue.onChange(() => this.kept.clear());
  }

  /** The answer for a path and an Accept header; `notFound` and `notAcceptable` say why there is none. */
  answer(path: string, accept: string | undefined): DiscoveryAnswer | 'notFound' | 'notAcceptable' {
    const parts = path.split('/').filter((s) => s !== '');
    const isRoot = parts.length === 1;
    for (const range of parseAccept(accept || '*/*')) {
      const format = FORMATS[`${range.type}/${range.subtype}`];
      if (!format) continue;
      const { g, v = '', as } = range.parameters;
      if (as === undefined) return this.plain(parts, format);
      if (isRoot && as === 'APIGroupDiscoveryList' && g === 'apidiscovery.k8s.io' && VERSIONS.includes(v)) {
        return this.aggregated(parts[0] === 'api', v, format);
      }
    }
    return 'notAcceptable';
  }

  /** Whether a document can be read at a path. */
  leadsSomewhere(path: string): boolean {
    return this.find(path.split('/').filter((s) => s !== '')) !== undefined;
  }

  /** Whether the group a path below `/apis/` names is served. */
  servesGroupOf(path: string): boolean {
    const group = path.split('/')[2] ?? '';
    return group === '' || this.catalogue.serves(group);
  }

  /** The paths that lead somewhere, for `/`. */
  paths(): string[] {
    return this.documents.paths();
  }

  private plain(parts: readonly string[], format: Format): DiscoveryAnswer | 'notFound' {
    const document = this.find(parts);
    return document ? { ...encodable(document, format), format, contentType: mediaTypeOf(format) } : 'notFound';
  }

  private find([prefix, first, second]: readonly string[]): object | undefined {
    if (prefix === 'api') {
      return first === undefined ? this.documents.coreVersions() : this.documents.resources('', first);
    }
    if (first === undefined) return this.documents.groupList();
    return second === undefined ? this.documents.group(first) : this.documents.resources(first, second);
  }

  private aggregated(isCore: boolean, version: string, format: Format): DiscoveryAnswer {
    const key = `${isCore} ${version}`;
    let known = this.kept.get(key);
    if (!known) {
      const document = this.documents.aggregated(isCore, `apidiscovery.k8s.io/${version}`);
      const etag = `"${createHash('sha512').update(stringifyJson(document)).digest('hex').toUpperCase()}"`;
      this.kept.set(key, (known = { document, etag }));
    }
    const contentType = `${mediaTypeOf(format)};g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
    return { ...encodable(known.document, format), etag: known.etag, format, contentType };
  }
}

function encodable(document: object, format: Format): Pick<DiscoveryAnswer, 'document' | 'type'> {
  return format === 'protobuf' ? discoveryMessage(document) : { document };
}
