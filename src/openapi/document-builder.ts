import { createHash } from 'node:crypto';
import { takeTurn } from '../observability/index.js';
import { DefinitionMemo } from './definition-memo.js';
import type { DocumentFrame, DocumentInfo } from './document-parts.js';
import type { Described, KnownKinds } from './known-kinds.js';
import { frameV2, pathsInV2 } from './open-api-v2.js';
import { frameV3, pathsInV3 } from './open-api-v3.js';
import type { Operation } from './operation.js';
import { type MemberTexts, type SwaggerPart, mergedMembers } from './remote/swagger-part.js';
import { checkDepth, definitionText } from './definition-text.js';
import { type Need, SchemaDefinitions } from './schema-definitions.js';
import type { Dialect, Schema } from './schema.js';

/** A part of a document with its own description. */
export interface DocumentPart {
  /** The first path of the part, which identifies it. */
  readonly path: string;
  /** The subject, which is another object after every change: its description is kept as long as it is. */
  readonly of: object;
  readonly describe: (definitions: SchemaDefinitions) => Operation[];
  /** Called when the part is left out because it cannot be described. */
  readonly onLeftOut?: (error: unknown) => void;
}

/** A document as JSON. */
export interface BuiltDocument {
  readonly bytes: Buffer;
  /** SHA-512 of the bytes, in upper-case hexadecimal. */
  readonly hash: string;
  /** The places of its paths and schemas in the bytes. */
  readonly paths: MemberPlaces;
  readonly schemas: MemberPlaces;
  /** The types it defines. */
  readonly defines: ReadonlySet<Described>;
  /** True if nothing is in it, because every part was left out. */
  readonly isEmpty: boolean;
}

/** Members of a JSON object in the bytes of a document: the first byte of each, and the end of the last, before commas. */
export interface MemberPlaces {
  readonly starts: readonly number[];
  readonly end: number;
}

/** The facts by which documents of one dialect differ. */
export interface DocumentOrder {
  readonly info: DocumentInfo;
  readonly kinds: KnownKinds;
  readonly parts: readonly DocumentPart[];
  /** The parts of other servers' documents. */
  readonly remote?: readonly SwaggerPart[];
}

/** The described paths of a part, as members of a JSON object, and the definitions they refer to. */
interface Slice {
  readonly paths: readonly (readonly [string, string])[];
  readonly needs: readonly Need[];
}

const DIALECTS: Readonly<
  Record<
    Dialect,
    {
      readonly pathsOf: (operations: readonly Operation[]) => [string, object][];
      readonly frame: (info: DocumentInfo, hasSchemas: boolean) => DocumentFrame;
    }
  >
> = {
  v2: { pathsOf: pathsInV2, frame: frameV2 },
  v3: { pathsOf: pathsInV3, frame: frameV3 },
};

const NO_MEMBERS: MemberTexts = { paths: [], definitions: [] };

/** Characters of JSON that are encoded and digested at a time: about half a millisecond. */
const PIECE = 256 * 1024;

/** Builds the documents of one dialect. Paths are described once for each part, definitions made once for each type. */
export class DocumentBuilder {
  /** Remembers the definitions of all documents. */
  readonly memo = new DefinitionMemo<Need>();
  /** Slices of the document that all parts are in; others are built again only when their one part changes. */
  private readonly slices = new WeakMap<object, Map<string, Slice>>();
  /** The texts of definitions; those of documents that are written once are dropped then. */
  private readonly texts = new WeakMap<Schema, string>();

  constructor(private readonly dialect: Dialect) {}

  /** Builds a document, in turns with other work. */
  async build({ info, kinds, parts, remote = [] }: DocumentOrder): Promise<BuiltDocument> {
    const definitions = new SchemaDefinitions(this.dialect, kinds, this.memo);
    const paths: (readonly [string, string])[] = [];
    let leftOut = 0;
    for (const part of parts) {
      const slice = this.attempt(part, definitions);
      if (slice) paths.push(...slice.paths);
      else leftOut += 1;
      await takeTurn();
    }
    const isEmpty = parts.length > 0 && leftOut === parts.length;
    const added = remote.length > 0 ? this.membersOf(remote, paths, definitions) : NO_MEMBERS;
    paths.push(...added.paths);
    paths.sort(([a], [b]) => (a < b ? -1 : 1));
    await takeTurn();
    const frame = DIALECTS[this.dialect].frame(info, definitions.size > 0);
    const text = new JsonBytes(frame.start);
    const placesOfPaths = await text.members(paths.values());
    text.write(frame.middle);
    const placesOfSchemas = await text.members(this.writtenDefinitions(definitions, added));
    text.write(frame.end);
    return { ...text.finish(), paths: placesOfPaths, schemas: placesOfSchemas, defines: definitions.defined, isEmpty };
  }

  /** Describes a part, or leaves it out with all it refers to: one part must not take the document from all others. */
  private attempt(part: DocumentPart, definitions: SchemaDefinitions): Slice | undefined {
    const before = definitions.size;
    try {
      const slice = this.sliceOf(part, definitions);
      // Schemas that came at run time may be such that they cannot be written.
      for (const schema of definitions.receivedSince(before)) this.texts.set(schema, this.checkedText(schema));
      return slice;
    } catch (error) {
      definitions.cutTo(before);
      part.onLeftOut?.(error);
      return undefined;
    }
  }

  private sliceOf({ of, path, describe }: DocumentPart, definitions: SchemaDefinitions): Slice {
    const known = this.slices.get(of)?.get(path);
    if (known) {
      for (const need of known.needs) need(definitions);
      return known;
    }
    const { result, needs } = definitions.collect(() => describe(definitions));
    const items = DIALECTS[this.dialect].pathsOf(result);
    const slice = { paths: items.map(([itemPath, item]) => [itemPath, JSON.stringify(item)] as const), needs };
    if (this.dialect === 'v2') this.keep(of, path, slice);
    return slice;
  }

  private keep(of: object, path: string, slice: Slice): void {
    const known = this.slices.get(of);
    if (known) known.set(path, slice);
    else this.slices.set(of, new Map([[path, slice]]));
  }

  private *writtenDefinitions(
    definitions: SchemaDefinitions,
    added: MemberTexts,
  ): Generator<readonly [string, string]> {
    for (const [name, schema] of definitions.all()) yield [name, this.textOf(schema)];
    yield* added.definitions;
  }

  private checkedText(schema: Schema): string {
    const text = this.textOf(schema);
    checkDepth(text);
    return text;
  }

  private textOf(schema: Schema): string {
    const known = this.texts.get(schema);
    const text = known ?? definitionText(schema, this.dialect);
    if (this.dialect === 'v2') this.texts.set(schema, text);
    else this.texts.delete(schema);
    return text;
  }

  private membersOf(
    remote: readonly SwaggerPart[],
    paths: readonly (readonly [string, string])[],
    definitions: SchemaDefinitions,
  ): MemberTexts {
    const own = new Map(definitions.all());
    return mergedMembers(remote, {
      paths: new Set(paths.map(([path]) => path)),
      definition: (name) => {
        const schema = own.get(name);
        return schema && (JSON.parse(this.textOf(schema)) as object);
      },
    });
  }
}

/** JSON text that becomes bytes and a hash piece by piece. */
class JsonBytes {
  private readonly pieces: Buffer[] = [];
  private readonly digest = createHash('sha512');
  private text = '';
  private length = 0;

  constructor(start: string) {
    this.write(start);
  }

  write(text: string): void {
    this.text += text;
    this.length += Buffer.byteLength(text);
  }

  /** Writes members of an object, without its braces, in turns with other work. Returns their places. */
  async members(members: Iterable<readonly [string, string]>): Promise<MemberPlaces> {
    const starts: number[] = [];
    for (const [name, value] of members) {
      if (starts.length > 0) this.write(',');
      starts.push(this.length);
      this.write(`${JSON.stringify(name)}:${value}`);
      if (this.text.length < PIECE) continue;
      this.flush();
      await takeTurn();
    }
    return { starts, end: this.length };
  }

  finish(): Pick<BuiltDocument, 'bytes' | 'hash'> {
    this.flush();
    return { bytes: Buffer.concat(this.pieces), hash: this.digest.digest('hex').toUpperCase() };
  }

  private flush(): void {
    const piece = Buffer.from(this.text);
    this.digest.update(piece);
    this.pieces.push(piece);
    this.text = '';
  }
}
