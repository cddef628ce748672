import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { CONTENT_TYPES, type Form, chooseForm } from './accept.js';
import {
  coreVersionsOperation,
  groupOperation,
  groupVersionOperation,
  groupsOperation,
  versionOperation,
} from './discovery-operations.js';
import { kindsEverywhere, knownKinds } from './known-kinds.js';
import type { DocumentedGroup, OpenApiSource } from './open-api-source.js';
import { buildV2 } from './open-api-v2.js';
import { buildV3 } from './open-api-v3.js';
import { type Operation, groupVersionPath } from './operation.js';
import { ResourceOperations } from './resource-operations.js';
import { SchemaDefinitions } from './schema-definitions.js';
import type { Dialect } from './schema.js';

/** A document ready to be sent. */
export interface OpenApiDocument {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The bytes compressed; worked out on first use. */
  readonly gzip: Buffer;
  /** Value of the `ETag` header, quotes included. */
  readonly etag: string;
  /** What the index calls this state of the document; changes with its content. */
  readonly hash: string;
}

type Describe = (definitions: SchemaDefinitions) => Operation[];

/** A document in all its forms, each made when first asked for. */
class CachedDocument {
  private value?: object;
  private json?: OpenApiDocument;
  private protobuf?: OpenApiDocument;

  constructor(
    private readonly dialect: Dialect,
    private readonly build: () => object,
  ) {}

  /** The document in one form. Protobuf is encoded by a module that is loaded only now. */
  async in(form: Form): Promise<OpenApiDocument> {
    if (form === 'json') return this.asJson();
    if (!this.protobuf) {
      const { encodeOpenApiV2, encodeOpenApiV3 } = await import('../codecs/openapi/index.js');
      const bytes = this.dialect === 'v2' ? encodeOpenApiV2(this.document()) : encodeOpenApiV3(this.document());
      // One state of the document has one hash, whatever its form.
      this.protobuf = ready(CONTENT_TYPES[this.dialect].protobuf, bytes, this.asJson().hash);
    }
    return this.protobuf;
  }

  asJson(): OpenApiDocument {
    if (!this.json) {
      const bytes = Buffer.from(JSON.stringify(this.document()));
      this.json = ready(CONTENT_TYPES[this.dialect].json, bytes, hashOf(bytes));
    }
    return this.json;
  }

  private document(): object {
    this.value ??= this.build();
    return this.value;
  }
}

/**
 * The OpenAPI documents of everything that is served: one in Swagger 2.0 for the whole server, one in OpenAPI 3.0 for
 * each group version. Nothing is built before it is asked for; what was built is kept until `invalidate`.
 */
export class OpenApiDocuments {
  private readonly documents = new Map<string, CachedDocument>();
  private index?: OpenApiDocument;

  constructor(private readonly source: () => OpenApiSource) {}

  /** Forgets all documents; called when something else is served than before. */
  invalidate(): void {
    this.documents.clear();
    this.index = undefined;
  }

  /** The document behind `/openapi/v2`; undefined when no accepted form is served (406). */
  async v2(accept: string | undefined): Promise<OpenApiDocument | undefined> {
    const form = chooseForm(accept, 'v2');
    if (!form) return undefined;
    return this.cached('v2', 'v2', (definitions) => this.everything(definitions)).in(form);
  }

  /** The list behind `/openapi/v3`: the path of each document, with a hash so that clients may keep it forever. */
  v3Index(): OpenApiDocument {
    if (!this.index) {
      const paths = Object.fromEntries(
        [...this.pathDescriptions()]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, describe]) => {
            const { hash } = this.cached('v3', path, describe).asJson();
            return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }];
          }),
      );
      const bytes = Buffer.from(JSON.stringify({ paths }));
      this.index = ready('text/plain; charset=utf-8', bytes, hashOf(bytes));
    }
    return this.index;
  }

  /** Whether `/openapi/v3/<path>` names a document; when not, the answer is 404. */
  hasV3(path: string): boolean {
    return this.pathDescriptions().has(path);
  }

  /** The document behind `/openapi/v3/<path>`; undefined when there is none or no accepted form of it is served (406). */
  async v3(path: string, accept: string | undefined): Promise<OpenApiDocument | undefined> {
    const describe = this.pathDescriptions().get(path);
    const form = chooseForm(accept, 'v3');
    if (!describe || !form) return undefined;
    return this.cached('v3', path, describe).in(form);
  }

  private cached(dialect: Dialect, path: string, describe: Describe): CachedDocument {
    let document = this.documents.get(path);
    if (!document) {
      document = new CachedDocument(dialect, () => {
        const source = this.source();
        const definitions = new SchemaDefinitions(dialect, knownKinds(source));
        const operations = describe(definitions);
        const build = dialect === 'v2' ? buildV2 : buildV3;
        return build(source.release, operations, definitions);
      });
      this.documents.set(path, document);
    }
    return document;
  }

  /** What each OpenAPI 3.0 document describes, by its path. */
  private pathDescriptions(): Map<string, Describe> {
    const { groups } = this.source();
    const out = new Map<string, Describe>([
      ['api', (d) => [coreVersionsOperation(d)]],
      ['apis', (d) => [groupsOperation(d)]],
      ['version', (d) => [versionOperation(d)]],
    ]);
    for (const group of groups) {
      if (group.group !== '') out.set(`apis/${group.group}`, (d) => [groupOperation(group.group, d)]);
      out.set(groupVersionPath(group.group, group.version).slice(1), (d) => this.groupVersion(group, d));
    }
    return out;
  }

  private everything(definitions: SchemaDefinitions): Operation[] {
    return [...this.pathDescriptions().values()].flatMap((describe) => describe(definitions));
  }

  private groupVersion(group: DocumentedGroup, definitions: SchemaDefinitions): Operation[] {
    const context = { definitions, watchEvents: kindsEverywhere(this.source(), 'WatchEvent') };
    const operations = group.kinds.flatMap((kind) => new ResourceOperations(kind, group, context).all());
    return [groupVersionOperation(group.group, group.version, definitions), ...operations];
  }
}

function ready(contentType: string, bytes: Buffer, hash: string): OpenApiDocument {
  let compressed: Buffer | undefined;
  return {
    contentType,
    bytes,
    hash,
    etag: `"${hash}"`,
    get gzip() {
      compressed ??= gzipSync(bytes);
      return compressed;
    },
  };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha512').update(bytes).digest('hex').toUpperCase();
}
