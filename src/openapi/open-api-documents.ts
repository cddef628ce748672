import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CONTENT_TYPES, type Form, chooseForm } from './accept.js';
import {
  coreVersionsOperation,
  groupOperation,
  groupVersionOperation,
  groupsOperation,
  versionOperation,
} from './discovery-operations.js';
import { type Described, describedBy, kindsEverywhere, knownKinds } from './known-kinds.js';
import type { DocumentedGroup, DocumentedVersion, OpenApiSource } from './open-api-source.js';
import { buildV2 } from './open-api-v2.js';
import { buildV3 } from './open-api-v3.js';
import { type Operation, groupVersionPath } from './operation.js';
import { DeleteOptions, type ObjectShape, Scale, Status, shapeOf } from '../schema/index.js';
import { ResourceOperations } from './resource-operations.js';
import { SchemaDefinitions } from './schema-definitions.js';
import type { Dialect } from './schema.js';

/** A document ready to be sent. */
export interface OpenApiDocument {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The bytes compressed; worked out on first use. */
  readonly compressed: () => Promise<Buffer>;
  /** Value of the `ETag` header, quotes included. */
  readonly etag: string;
  /** What the index calls this state of the document, and clients ask for it by; changes with its content. */
  readonly hash: string;
}

/** What a document describes. */
interface Subject {
  /** The group version whose document it is; undefined for those that belong to none. */
  readonly home: DocumentedGroup | undefined;
  readonly describe: (definitions: SchemaDefinitions) => Operation[];
}

/** A document as plain data, with the types it defines. */
interface BuiltDocument {
  readonly value: object;
  readonly defines: ReadonlySet<Described>;
}

/** A document in all its forms, each made when first asked for. */
class CachedDocument {
  private built?: BuiltDocument;
  private json?: OpenApiDocument;
  private protobuf?: OpenApiDocument;

  constructor(
    private readonly dialect: Dialect,
    private readonly build: () => BuiltDocument,
  ) {}

  /** Whether it defines one of some types. */
  defines(types: readonly Described[]): boolean {
    return types.some((type) => this.built?.defines.has(type));
  }

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
    this.built ??= this.build();
    return this.built.value;
  }
}

/** What is served that was not, or the other way round. */
export interface OpenApiChange extends DocumentedVersion {
  /** The types of its objects and of the bodies of its subresources. */
  readonly types: readonly ObjectShape[];
}

const V2 = 'v2';

/**
 * The OpenAPI documents of everything that is served: one in Swagger 2.0 for the whole server, one in OpenAPI 3.0 for
 * each group version. Nothing is built before it is asked for; what was built is kept until a change concerns it.
 */
export class OpenApiDocuments {
  private readonly documents = new Map<string, CachedDocument>();
  private known?: ReadonlyMap<string, Subject>;
  private index?: OpenApiDocument;

  constructor(private readonly source: () => OpenApiSource) {}

  /** Forgets what a change concerns: the documents of its group version, and those that define one of its types. */
  invalidate({ group, version, types }: OpenApiChange): void {
    this.index = undefined;
    this.known = undefined;
    const described = types.map(describedBy).filter((type) => !LASTING.has(type));
    const own = groupVersionPath(group, version).slice(1);
    for (const [path, document] of this.documents) {
      if (path === V2 || path === own || document.defines(described)) this.documents.delete(path);
    }
  }

  /** The document behind `/openapi/v2`; undefined when no accepted form is served (406). */
  async v2(accept: string | undefined): Promise<OpenApiDocument | undefined> {
    const form = chooseForm(accept, 'v2');
    if (!form) return undefined;
    return this.cached('v2', V2, { home: undefined, describe: (d) => this.everything(d) }).in(form);
  }

  /** The list behind `/openapi/v3`: the path of each document, with a hash so that clients may keep it forever. */
  v3Index(): OpenApiDocument {
    if (!this.index) {
      const paths = Object.fromEntries(
        [...this.subjects()]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([path, subject]) => {
            const { hash } = this.cached('v3', path, subject).asJson();
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
    return this.subjects().has(path);
  }

  /** The document behind `/openapi/v3/<path>`; undefined when there is none or no accepted form of it is served (406). */
  async v3(path: string, accept: string | undefined): Promise<OpenApiDocument | undefined> {
    const subject = this.subjects().get(path);
    const form = chooseForm(accept, 'v3');
    if (!subject || !form) return undefined;
    return this.cached('v3', path, subject).in(form);
  }

  private cached(dialect: Dialect, path: string, subject: Subject): CachedDocument {
    let document = this.documents.get(path);
    if (!document) {
      document = new CachedDocument(dialect, () => this.build(dialect, subject));
      this.documents.set(path, document);
    }
    return document;
  }

  private build(dialect: Dialect, { home, describe }: Subject): BuiltDocument {
    const source = this.source();
    const definitions = new SchemaDefinitions(dialect, knownKinds(source, home));
    const operations = describe(definitions);
    const value = (dialect === 'v2' ? buildV2 : buildV3)(source.release, operations, definitions);
    return { value, defines: definitions.defined };
  }

  /** What each OpenAPI 3.0 document describes, by its path. */
  private subjects(): ReadonlyMap<string, Subject> {
    this.known ??= this.findSubjects();
    return this.known;
  }

  private findSubjects(): ReadonlyMap<string, Subject> {
    const out = new Map<string, Subject>([
      ['api', { home: undefined, describe: (d) => [coreVersionsOperation(d)] }],
      ['apis', { home: undefined, describe: (d) => [groupsOperation(d)] }],
      ['version', { home: undefined, describe: (d) => [versionOperation(d)] }],
    ]);
    for (const documented of this.source().groups) {
      const { group, version } = documented;
      if (group !== '') out.set(`apis/${group}`, { home: undefined, describe: (d) => [groupOperation(group, d)] });
      const describe = (d: SchemaDefinitions): Operation[] => this.groupVersion(documented, documented, d);
      out.set(groupVersionPath(group, version).slice(1), { home: documented, describe });
    }
    return out;
  }

  private everything(definitions: SchemaDefinitions): Operation[] {
    const subjects = [...this.subjects().values()];
    return subjects.flatMap(({ home, describe }) =>
      home ? this.groupVersion(home, undefined, definitions) : describe(definitions),
    );
  }

  private groupVersion(
    group: DocumentedGroup,
    home: DocumentedVersion | undefined,
    definitions: SchemaDefinitions,
  ): Operation[] {
    const context = { definitions, watchEvents: kindsEverywhere(this.source(), home, 'WatchEvent') };
    const operations = group.resources.flatMap((resource) => new ResourceOperations(resource, group, context).all());
    return [groupVersionOperation(group.group, group.version, definitions), ...operations];
  }
}

/** Types whose kinds are the same whatever is served. */
const LASTING: ReadonlySet<Described> = new Set(
  [Status, Scale, DeleteOptions].map((type) => describedBy(shapeOf(type))),
);

const compress = promisify(gzip);

function ready(contentType: string, bytes: Buffer, hash: string): OpenApiDocument {
  let compressed: Promise<Buffer> | undefined;
  return {
    contentType,
    bytes,
    hash,
    etag: `"${hash}"`,
    compressed: () => (compressed ??= compress(bytes)),
  };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha512').update(bytes).digest('hex').toUpperCase();
}
