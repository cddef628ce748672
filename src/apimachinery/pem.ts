/**
 * A block of a PEM file.
 *
 * @internal
 * @example
 * const isKey = (block: PemBlock) => block.type.endsWith('PRIVATE KEY');
 */
export interface PemBlock {
  /** The label after BEGIN: `CERTIFICATE`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';

/**
 * Returns the blocks of a text in PEM (RFC 7468), in order; incomplete blocks are skipped, as Go's decoder
 * does.
 *
 * @internal
 * @example
 * const certificates = (text: string) => pemBlocks(text).filter(({ type }) => type === 'CERTIFICATE');
 */
export function pemBlocks(text: string): PemBlock[] {
  const blocks: PemBlock[] = [];
  let type: string | undefined;
  let body: string[] = [];
  for (const line of text.split('\n').map((each) => each.trimEnd())) {
    if (line.startsWith(BEGIN) && line.endsWith(DASHES)) {
      type = line.slice(BEGIN.length, -DASHES.length);
      body = [];
    } else if (type !== undefined && line === `${END}${type}${DASHES}`) {
      const block = blockOf(type, body);
      if (block) blocks.push(block);
      type = undefined;
    } else {
      body.push(line);
    }
  }
  return blocks;
}

function blockOf(type: string, lines: readonly string[]): PemBlock | undefined {
  const headers = lines.findIndex((line) => !line.includes(':'));
  const start = headers === -1 ? lines.length : headers;
  const base64 = lines.slice(start).join('').replaceAll(' ', '');
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? { type, hasHeaders: start > 0, bytes } : undefined;
}
