import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { mayHaveLongInteger, parseJson } from '../codecs/index.js';
import type { OpenApiParts } from '../codecs/openapi/index.js';
import { CONTENT_TYPES, type Form } from './accept.js';
import type { BuiltDocument, MemberPlaces } from './document-builder.js';
import type { Described } from './known-kinds.js';
import type { Dialect } from './schema.js';

/** A document ready to be sent. */
export interface OpenApiDocument {
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The bytes compressed; worked out on first use. */
  readonly compressed: () => Promise<Buffer>;
  /** Value of the `ETag` header, quotes included. */
  readonly etag: string;
  /** The hash of this state of the document in the index, by which clients request it. */
  readonly hash: string;
}

/** A document in all its forms, each made when first asked for. */
export class CachedDocument {
  private building?: Promise<BuiltDocument>;
  private built?: BuiltDocument;
  private json?: OpenApiDocument;
  private protobuf?: Promise<OpenApiDocument>;

  constructor(
    private readonly dialect: Dialect,
    private readonly build: () => Promise<BuiltDocument>,
  ) {}

  /** Reports whether it may define one of some types: those of one that is being built are unknown. */
  mayDefine(types: readonly Described[]): boolean {
    if (!this.built) return this.building !== undefined;
    return types.some((type) => this.built!.defines.has(type));
  }

  /** True if it was built, and nothing is in it, as every part of it was left out. */
  get isEmpty(): boolean {
    return this.built?.isEmpty ?? false;
  }

  /** Returns the document in one form. */
  in(form: Form): Promise<OpenApiDocument> {
    return form === 'json' ? this.asJson() : (this.protobuf ??= this.asProtobuf());
  }

  async asJson(): Promise<OpenApiDocument> {
    if (!this.json) {
      this.building ??= this.build();
      this.built = await this.building.catch((error: unknown) => {
        this.building = undefined;
        throw error;
      });
      this.json ??= readyDocument(CONTENT_TYPES[this.dialect].json, this.built.bytes, this.built.hash);
    }
    return this.json;
  }

  /** Protobuf is encoded by a module that is loaded only now. */
  private async asProtobuf(): Promise<OpenApiDocument> {
    try {
      const { hash } = await this.asJson();
      const { encodeOpenApiV2, encodeOpenApiV3 } = await import('../codecs/openapi/index.js');
      const parts = partsOf(this.built!);
      const bytes = await (this.dialect === 'v2' ? encodeOpenApiV2(parts) : encodeOpenApiV3(parts));
      // One state of the document has one hash, whatever its form.
      return readyDocument(CONTENT_TYPES[this.dialect].protobuf, bytes, hash);
    } catch (error) {
      this.protobuf = undefined;
      throw error;
    }
  }
}

/** A built document in the parts that are encoded one by one. */
function partsOf({ bytes, paths, schemas }: BuiltDocument): OpenApiParts {
  const around = [
    bytes.subarray(0, paths.starts[0] ?? paths.end),
    bytes.subarray(paths.end, schemas.starts[0] ?? schemas.end),
    bytes.subarray(schemas.end),
  ];
  return {
    frame: JSON.parse(Buffer.concat(around).toString()) as OpenApiParts['frame'],
    paths: parsedMembers(bytes, paths),
    schemas: parsedMembers(bytes, schemas),
  };
}

function* parsedMembers(bytes: Buffer, { starts, end }: MemberPlaces): Generator<object> {
  for (const [i, start] of starts.entries()) {
    const next = starts[i + 1];
    // A comma stands before the next one.
    const member = bytes.subarray(start, next === undefined ? end : next - 1);
    const text = `{${member.toString('utf8')}}`;
    yield (mayHaveLongInteger(member) ? parseJson(text).value : JSON.parse(text)) as object;
  }
}

const compress = promisify(gzip);

/** Makes a document ready to be sent. */
export function readyDocument(contentType: string, bytes: Buffer, hash: string): OpenApiDocument {
  let compressed: Promise<Buffer> | undefined;
  return {
    contentType,
    bytes,
    hash,
    etag: `"${hash}"`,
    compressed: () => (compressed ??= compress(bytes)),
  };
}
