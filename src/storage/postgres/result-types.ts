import pg from 'pg';

/** The types of columns that are read otherwise than by default. */
const INT8 = 20;
const BYTEA = 17;

/** Reads revisions, which stay far below 2^53, as numbers, and values from hexadecimal digits. */
export const RESULT_TYPES = {
  getTypeParser(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
    if (type === INT8) return Number;
    if (type === BYTEA) return bytesIn;
    return pg.types.getTypeParser(type, format as 'text') as (text: string) => unknown;
  },
};

/** `\x0123...`, as `bytea_output` of every connection demands. */
function bytesIn(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
