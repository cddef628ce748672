import type { JsonValue } from '../apimachinery/index.js';
import { parseJson } from './json/parse-json.js';

/** A document of a manifest, and the keys in it that occur more than once. */
export interface ManifestDocument {
  readonly value: JsonValue;
  readonly duplicates: readonly string[];
}

const SEPARATOR = '---';
/** The end of a document, wherever the parser sees a line begin. */
const END = /^(?:---|\.\.\.)(?=\s|$)/m;
const LINE_BREAKS = /[\n\r\u2028\u2029]/;

/**
 * Parses the documents of a manifest, YAML or JSON (upstream: YAMLReader). Documents without content are left out. Throws
 * SyntaxFault, SizeFault, and an Error for text that no document would have.
 */
export async function parseManifest(text: string): Promise<readonly ManifestDocument[]> {
  const { parseYaml } = await import('./yaml/index.js');
  return splitDocuments(text)
    .map((document) => (document.trimStart().startsWith('{') ? parseJson(document) : parseYaml(checkEnd(document))))
    .filter(({ value }) => value !== null);
}

function splitDocuments(text: string): string[] {
  const documents: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (!line.startsWith(SEPARATOR)) {
      documents.at(-1)!.push(line);
      continue;
    }
    if (hasContent(line.slice(SEPARATOR.length))) {
      throw new Error(`invalid document separator ${JSON.stringify(line.trim())}`);
    }
    documents.push([]);
  }
  return documents.map((lines) => lines.join('\n')).filter((document) => document.trim() !== '');
}

/** The parser ignores text behind the end of a document: nothing of a manifest may be lost unnoticed. */
function checkEnd(document: string): string {
  const end = END.exec(document);
  if (
    end &&
    document
      .slice(end.index + end[0].length)
      .split(LINE_BREAKS)
      .some(hasContent)
  ) {
    throw new Error('a document has text behind its end');
  }
  return document;
}

function hasContent(line: string): boolean {
  const trimmed = line.trim();
  return trimmed !== '' && !trimmed.startsWith('#');
}
