import { createHash } from 'node:crypto';
import { chooseForm } from './accept.js';
import { CachedDocument, type OpenApiDocument, readyDocument } from './cached-document.js';
import {
  coreVersionsOperation,
  groupOperation,
  groupVersionOperation,
  groupsOperation,
  issuerOperation,
  keySetOperation,
  versionOperation,
} from './discovery-operations.js';
import { DocumentBuilder, type DocumentPart } from './document-builder.js';
import { infoOf } from './document-parts.js';
import { type Described, ServedKinds, describedBy } from './known-kinds.js';
import type { DocumentedGroup, DocumentedResource, DocumentedVersion, OpenApiSource } from './open-api-source.js';
import { takeTurn } from '../observability/index.js';
import { type Operation, groupVersionPath } from './operation.js';
import { DeleteOptions, type ObjectShape, Scale, Status, shapeOf } from '../schema/index.js';
import type { SwaggerPart } from './remote/swagger-part.js';
import { ResourceOperations } from './resource-operations.js';
import type { SchemaDefinitions } from './schema-definitions.js';
import type { Dialect } from './schema.js';

/** The subject of a document. */
interface Subject {
  /** The group version whose document it is; undefined for those that belong to none. */
  readonly home: DocumentedGroup | undefined;
  readonly parts: readonly DocumentPart[];
}

/** One state of the catalogue, with what every document needs of it. */
interface Generation {
  readonly source: OpenApiSource;
  readonly kinds: ServedKinds;
  /** The subjects of the OpenAPI 3.0 documents, by path. */
  readonly subjects: ReadonlyMap<string, Subject>;
}

/** The versions that were added to or removed from the served ones. */
export interface OpenApiChange extends DocumentedVersion {
  /** The types of its objects and of the bodies of its subresources. */
  readonly types: readonly ObjectShape[];
}

/** The documents of other servers. */
export interface RemoteDocuments {
  swaggerParts(): readonly SwaggerPart[];
  /** Returns paths of the index, and their URLs. */
  indexEntries(): Iterable<readonly [string, string]>;
}

/** Called with the first path of a part that the documents leave out, and the reason. */
export type ReportLeftOut = (path: string, error: unknown) => void;

const NO_REMOTE_DOCUMENTS: RemoteDocuments = { swaggerParts: () => [], indexEntries: () => [] };

const V2 = 'v2';

/**
 * The OpenAPI documents of everything that is served: one in Swagger 2.0 for the whole server, one in OpenAPI 3.0 for
 * each group version. Nothing is built before it is asked for; what was built is kept until a change concerns it.
 */
export class OpenApiDocuments {
  private readonly documents = new Map<string, CachedDocument>();
  private readonly builders = { v2: new DocumentBuilder('v2'), v3: new DocumentBuilder('v3') };
  /** The subjects of discovery operations, by path. */
  private subjectsOfPaths = new Map<string, object>();
  private generation?: Generation;
  private index?: Promise<OpenApiDocument>;
  private readonly leftOut = new WeakSet<DocumentedResource>();

  constructor(
    private readonly source: () => OpenApiSource,
    private readonly remote: RemoteDocuments = NO_REMOTE_DOCUMENTS,
    private readonly report: ReportLeftOut = () => {},
  ) {}

  /** The number of definitions that were made since the start, for all documents. */
  get definitionsMade(): number {
    return this.builders.v2.memo.made + this.builders.v3.memo.made;
  }

  /** Forgets what a change concerns: the documents of its group version, and those that define one of its types. */
  invalidate({ group, version, types }: OpenApiChange): void {
    this.index = undefined;
    this.generation = undefined;
    const own = groupVersionPath(group, version).slice(1);
    this.documents.delete(V2);
    this.documents.delete(own);
    const described = types.map(describedBy).filter((type) => !isLasting(type) && this.builders.v3.memo.has(type));
    for (const [path, document] of this.documents) if (document.mayDefine(described)) this.documents.delete(path);
  }

  /** Returns the document behind `/openapi/v2`; undefined when no accepted form is served (406). */
  async v2(accept: string | undefined): Promise<OpenApiDocument | undefined> {
    const form = chooseForm(accept, 'v2');
    if (!form) return undefined;
    const { subjects } = this.current();
    const everything = (): Subject => ({
      home: undefined,
      parts: [...subjects.values()].flatMap(({ parts }) => parts),
    });
    return this.cached('v2', V2, everything).in(form);
  }

  /** True if the documents of version 3 are served: not in releases that do not have them. */
  get servesV3(): boolean {
    return !this.current().source.isWithoutV3;
  }

  /** Returns the list behind `/openapi/v3`: the path of each document, with a hash so that clients may keep it forever. */
  v3Index(): Promise<OpenApiDocument> {
    const index = (this.index ??= this.buildIndex());
    return index.catch((error: unknown) => {
      if (this.index === index) this.index = undefined;
      throw error;
    });
  }

  /** Reports whether `/openapi/v3/<path>` names a document; when not, the answer is 404. One that was built may be empty. */
  hasV3(path: string): boolean {
    return this.current().subjects.has(path) && !this.documents.get(path)?.isEmpty;
  }

  /**
   * Returns the document behind `/openapi/v3/<path>`; undefined when no accepted form of it is served (406), or when there
   * is none or nothing in it (404).
   */
  async v3(path: string, accept: string | undefined): Promise<OpenApiDocument | undefined> {
    const subject = this.current().subjects.get(path);
    const form = chooseForm(accept, 'v3');
    if (!subject || !form) return undefined;
    const cached = this.cached('v3', path, () => subject);
    const document = await cached.in(form);
    return cached.isEmpty ? undefined : document;
  }

  private async buildIndex(): Promise<OpenApiDocument> {
    const paths: Record<string, object> = {};
    for (const path of [...this.current().subjects.keys()].sort()) {
      // The catalogue may change between the turns.
      const subject = this.current().subjects.get(path);
      if (!subject) continue;
      const cached = this.cached('v3', path, () => subject);
      const { hash } = await cached.asJson();
      if (!cached.isEmpty) paths[path] = { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` };
      await takeTurn();
    }
    for (const [path, url] of this.remote.indexEntries()) paths[path] = { serverRelativeURL: url };
    const bytes = Buffer.from(JSON.stringify({ paths: inOrder(paths) }));
    return readyDocument('text/plain; charset=utf-8', bytes, hashOf(bytes));
  }

  private cached(dialect: Dialect, path: string, subjectOf: () => Subject): CachedDocument {
    let document = this.documents.get(path);
    if (!document) {
      const { source, kinds } = this.current();
      const { home, parts } = subjectOf();
      const remote = dialect === 'v2' ? this.remote.swaggerParts() : [];
      const info = infoOf(source.release, home?.isCustom ?? false);
      const order = { info, kinds: kinds.in(home), parts, remote };
      document = new CachedDocument(dialect, () => this.builders[dialect].build(order));
      this.documents.set(path, document);
    }
    return document;
  }

  private current(): Generation {
    if (!this.generation) {
      const source = this.source();
      this.generation = { source, kinds: new ServedKinds(source), subjects: this.findSubjects(source) };
    }
    return this.generation;
  }

  private findSubjects({ groups, describesIssuer, hasCore }: OpenApiSource): ReadonlyMap<string, Subject> {
    const known = this.subjectsOfPaths;
    const kept = (this.subjectsOfPaths = new Map<string, object>());
    const part = (path: string, describe: DocumentPart['describe']): DocumentPart => {
      const of = known.get(path) ?? {};
      kept.set(path, of);
      return { path, of, describe };
    };
    const out = new Map<string, Subject>();
    const add = (path: string, describe: DocumentPart['describe']): void =>
      void out.set(path, { home: undefined, parts: [part(path, describe)] });
    if (hasCore) add('api', (d) => [coreVersionsOperation(d)]);
    add('apis', (d) => [groupsOperation(d)]);
    if (describesIssuer) for (const [path, operation] of ISSUER_OPERATIONS) add(path, () => [operation()]);
    add('version', (d) => [versionOperation(d)]);
    for (const documented of groups) {
      const { group, version, isCustom } = documented;
      const path = groupVersionPath(group, version).slice(1);
      const discovery = isCustom ? [] : [part(path, (d) => [groupVersionOperation(group, version, d)])];
      // The discovery of custom resources is not described (upstream: builder.BuildOpenAPIV3).
      if (group !== '' && !isCustom) add(`apis/${group}`, (d) => [groupOperation(group, d)]);
      out.set(path, { home: documented, parts: [...discovery, ...this.partsOf(documented, path)] });
    }
    return out;
  }

  private partsOf(home: DocumentedGroup, parent: string): DocumentPart[] {
    return home.resources.map((resource) => {
      const path = `${parent}/${resource.plural}`;
      return {
        path,
        of: resource,
        describe: (definitions: SchemaDefinitions): Operation[] =>
          new ResourceOperations(resource, home, definitions).all(),
        onLeftOut: (error: unknown) => this.leaveOut(resource, path, error),
      };
    });
  }

  /** Reports once that a resource is left out, as documents are built again after every change. */
  private leaveOut(resource: DocumentedResource, path: string, error: unknown): void {
    if (this.leftOut.has(resource)) return;
    this.leftOut.add(resource);
    this.report(path, error);
    const { published } = resource.type;
    if ('schema' in published) published.onLeftOut?.(error);
  }
}

/** The names of types whose kinds are the same whatever is served. */
const LASTING: ReadonlySet<string> = new Set([Status, Scale, DeleteOptions].map((type) => shapeOf(type).name));

const isLasting = ({ name }: Described): boolean => LASTING.has(name);

const ISSUER_OPERATIONS: readonly (readonly [string, () => Operation])[] = [
  ['.well-known/openid-configuration', issuerOperation],
  ['openid/v1/jwks', keySetOperation],
];

function inOrder(members: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function hashOf(bytes: Buffer): string {
  return createHash('sha512').update(bytes).digest('hex').toUpperCase();
}
