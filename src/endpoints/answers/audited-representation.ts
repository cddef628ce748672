import type { AuditTrail } from '../../audit/index.js';
import type { MaybePromise, ApiObject } from '../../apimachinery/index.js';
import { type Serializer, type WrittenList, giveBackListChunk } from '../../codecs/index.js';
import { eachInTurns } from '../../observability/index.js';
import type { CacheEntry } from '../../storage/index.js';
import type { ListPage } from './list-page.js';
import type { FrameOptions, Representation } from './representation.js';

/** The representations of an answer that is recorded. */
export interface AuditedForms {
  /** As the client asked for it. */
  readonly sent: Representation;
  /** The same content in JSON, on one line. */
  readonly json: Representation;
  /** True if lists say in `continue` that nothing follows. */
  readonly marksEnd: boolean;
}

/** Passes the objects of a response to the trail of its request, in JSON whatever the client has asked for. */
export class AuditedRepresentation implements Representation {
  readonly serializer: Serializer;
  readonly contentType: string;
  readonly key: string;
  readonly isTable: boolean;
  private readonly sent: Representation;
  private readonly json: Representation;
  private readonly marksEnd: boolean;

  constructor(
    { sent, json, marksEnd }: AuditedForms,
    private readonly trail: AuditTrail,
  ) {
    this.sent = sent;
    this.json = json;
    this.marksEnd = marksEnd;
    this.serializer = sent.serializer;
    this.contentType = sent.contentType;
    this.key = sent.key;
    this.isTable = sent.isTable;
  }

  checkFits(isList: boolean): void {
    this.sent.checkFits(isList);
  }

  checkInclude(): void {
    this.sent.checkInclude();
  }

  async object(entry: CacheEntry): Promise<Buffer> {
    const body = await this.sent.object(entry);
    const json = this.json === this.sent ? body : await this.json.object(entry);
    this.trail.sawResponse(() => json.toString('utf8'));
    return body;
  }

  prepare(page: ListPage, isGone: () => boolean): MaybePromise<void> {
    return this.sent.prepare(page, isGone);
  }

  async list(page: ListPage, isGone: () => boolean): Promise<WrittenList> {
    const { pieces } = await this.json.list(this.recorded(page), isGone);
    const copies: Buffer[] = [];
    await eachInTurns(pieces, (piece) => {
      copies.push(Buffer.from(piece));
      giveBackListChunk(piece);
    });
    this.trail.sawResponse(() => Buffer.concat(copies).toString('utf8'));
    return this.sent.list(page, isGone);
  }

  /** Clients read an empty `continue` in every list, which the events of the reference leave out. */
  private recorded(page: ListPage): ListPage {
    if (this.marksEnd || page.meta.continue !== '') return page;
    const { continue: _continue, ...meta } = page.meta;
    return { ...page, meta };
  }

  emptyList(): MaybePromise<Buffer> {
    return this.sent.emptyList();
  }

  frame(type: string, object: ApiObject | CacheEntry, options?: FrameOptions): MaybePromise<Buffer> {
    return this.sent.frame(type, object, options);
  }

  bookmark(object: ApiObject, options?: FrameOptions): MaybePromise<Buffer> {
    return this.sent.bookmark(object, options);
  }
}
