/** One line of a token file. */
export interface TokenEntry {
  readonly token: string;
  readonly name: string;
  readonly uid: string;
  readonly groups: readonly string[];
}

/** A token file that cannot be used. The message never contains its content. */
export class TokenFileError extends Error {
  override readonly name = 'TokenFileError';
}

/** Reads a token file: comma-separated lines of token, user name, user uid and, quoted, groups. Throws TokenFileError. */
export function parseTokenFile(text: string): TokenEntry[] {
  return parseRecords(text).flatMap(({ fields, line }) => {
    if (fields.length < 3) {
      throw new TokenFileError(`line ${line} has ${fields.length} columns; token, user name and user uid are required`);
    }
    const [token, name, uid, groups = ''] = fields;
    if (token === '') return [];
    return [{ token, name, uid, groups: groups.split(',').filter((group) => group !== '') }];
  });
}

interface CsvRecord {
  readonly fields: string[];
  readonly line: number;
}

/** A quoted field, or a bare one up to the next comma or line end (RFC 4180). */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;

function parseRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let line = 1;
  for (FIELD.lastIndex = 0; FIELD.lastIndex < text.length;) {
    const match = FIELD.exec(text);
    if (!match) throw new TokenFileError(`line ${line} has a stray quote`);
    const [whole, quoted, bare, end] = match;
    fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',' && FIELD.lastIndex === text.length) fields.push('');
    if (end !== ',' || FIELD.lastIndex === text.length) {
      if (fields.length > 1 || fields[0] !== '') records.push({ fields, line });
      fields = [];
    }
    line += whole.split('\n').length - 1;
  }
  return records;
}
