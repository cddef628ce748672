import { type Duplex, PassThrough, Transform } from 'node:stream';
import { constants, createDeflateRaw, createGunzip, createGzip, createInflateRaw } from 'node:zlib';
import type { RewritingStream } from 'parse5-html-rewriting-stream';
import type { LinkRewriter } from './link-rewriting.js';

/** The attributes of each element that hold links (HTML 4.01, index of attributes, and what HTML 5 adds). */
const LINKS: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  applet: ['codebase'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  command: ['icon'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['longdesc', 'src'],
  head: ['profile'],
  html: ['manifest'],
  iframe: ['longdesc', 'src'],
  img: ['longdesc', 'src', 'usemap'],
  input: ['src', 'usemap', 'formaction'],
  ins: ['cite'],
  link: ['href'],
  object: ['classid', 'codebase', 'data', 'usemap'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  video: ['poster', 'src'],
};

/** How a page is decompressed, and compressed again for the client. */
interface Coding {
  readonly decode: () => Duplex;
  readonly encode: () => Duplex;
}

const CODINGS: Readonly<Record<string, Coding>> = {
  '': { decode: () => new PassThrough(), encode: () => new PassThrough() },
  gzip: { decode: () => createGunzip(), encode: () => createGzip() },
  // Without the zlib header, as the reference reads and writes it.
  deflate: {
    decode: () => createInflateRaw(),
    encode: () => createDeflateRaw({ level: constants.Z_BEST_COMPRESSION }),
  },
};

/** Maximum number of bytes of a page that are buffered: the longest tag or comment. */
const MAX_PENDING_BYTES = 1 << 20;

/** Reports whether the links of pages in a content encoding can be rewritten. */
export function canDecode(encoding: string): boolean {
  return Object.hasOwn(CODINGS, encoding);
}

/** The content encodings of a page. */
export interface PageEncodings {
  /** The backend's. */
  readonly from: string;
  /** The one the client gets. */
  readonly to: string;
}

/**
 * Returns the transformation of a proxied page: decompressed, with its links rewritten, compressed again, as a stream
 * throughout. Fails at a tag or comment that has no end.
 */
export async function pageRewriting({ from, to }: PageEncodings, links: LinkRewriter): Promise<Duplex[]> {
  // Pages are rare here, and the parser of HTML is large.
  const { RewritingStream } = await import('parse5-html-rewriting-stream');
  const rewriter = new RewritingStream();
  rewriter.on('startTag', (tag, raw) => rewriter.emitRaw(withLinks(tag, raw, links)));
  return [CODINGS[from].decode(), ...bounded(rewriter), CODINGS[to].encode()];
}

/**
 * Bytes go through the parser as a text of one character each: whatever the encoding of the page, its markup is found and
 * everything else stays as it is.
 */
function bounded(rewriter: RewritingStream): Duplex[] {
  let pending = 0;
  const before = new Transform({
    encoding: 'latin1',
    transform(chunk: Buffer, _encoding, done) {
      pending += chunk.length;
      done(pending > MAX_PENDING_BYTES ? new Error('a tag has no end') : null, chunk);
    },
  });
  const after = new Transform({
    defaultEncoding: 'latin1',
    transform(chunk: Buffer, _encoding, done) {
      pending = 0;
      done(null, chunk);
    },
  });
  return [before, rewriter, after];
}

type TagLocation = NonNullable<StartTag['sourceCodeLocation']> & {
  readonly attrs?: Readonly<Record<string, { readonly startOffset: number; readonly endOffset: number }>>;
};

type StartTag = Parameters<RewritingStream['emitStartTag']>[0];

function withLinks({ tagName, attrs, sourceCodeLocation }: StartTag, raw: string, links: LinkRewriter): string {
  if (!Object.hasOwn(LINKS, tagName) || !sourceCodeLocation) return raw;
  const { startOffset, attrs: places = {} } = sourceCodeLocation as TagLocation;
  const found = attrs.filter(({ name }) => LINKS[tagName].includes(name) && Object.hasOwn(places, name));
  let written = '';
  let end = 0;
  for (const { name, value } of found.sort((a, b) => places[a.name].startOffset - places[b.name].startOffset)) {
    const rewritten = links.rewrite(value);
    if (rewritten === value) continue;
    const place = places[name];
    written += `${raw.slice(end, place.startOffset - startOffset)}${name}="${escapeLink(rewritten)}"`;
    end = place.endOffset - startOffset;
  }
  return written + raw.slice(end);
}

/** A link as the value of an attribute; what is no single byte comes from a character reference and becomes one again. */
function escapeLink(link: string): string {
  return link.replace(/[&"]|[^\0-\xff]/gu, (char) => `&#${char.codePointAt(0)};`);
}
