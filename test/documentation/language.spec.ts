import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  readonly words: string;
  readonly instead: string;
}

interface Check {
  findingsOf(file: string, text: string): Finding[];
  findingsIn(paths: readonly string[]): Finding[];
}

interface Dialect {
  readonly DONE: readonly string[];
  readonly ALLOWED: Readonly<Record<string, readonly { part: string; reason: string }[]>>;
}

const TOOL = join(import.meta.dirname, '..', '..', 'tools', 'language');
const load = async <T>(file: string): Promise<T> => (await import(pathToFileURL(join(TOOL, file)).href)) as T;

const { findingsOf, findingsIn } = await load<Check>('check.mjs');
const { DONE, ALLOWED } = await load<Dialect>('dialect.mjs');

const SOURCE = `
/** What a request is about. */
const first = /told/;
// The client is told nothing.
const second = 'nobody is told';
const third = told ? \`\${first} is held against \${second}\` : 'told';
/** The verb of a request, as \`told\` by its method. */
`;

const DOCUMENT = `
# Connections are led on

Values are held
against a schema.

\`\`\`ts
const told = 'nobody is told';
\`\`\`

See [the page](docs/told.md), \`told\`.
`;

const places = (findings: readonly Finding[]): string[] =>
  findings.map(({ line, kind, words }) => `${line} ${kind}: ${words}`);

describe('The language check', () => {
  it('reads comments and texts of sources, and neither code nor single words', () => {
    expect(places(findingsOf('a.ts', SOURCE))).toEqual([
      '2 doc comment: What',
      '4 comment: told',
      '5 string: told',
      '6 string: held against',
    ]);
  });

  it('reports doc comments of exported functions and methods that begin with no verb of the list', () => {
    const source = `
/** The name of a thing. */
export function nameOf() {}
/** The length of a thing. */
function lengthOf() {}
/** A thing. */
export interface Thing {
  /** Its name. */
  readonly name: string;
  /** The size of it. */
  sizeOf(): number;
  /** Returns its weight. */
  weightOf(): number;
}
`;
    expect(places(findingsOf('src/a.ts', source))).toEqual(['2 doc comment: The', '10 doc comment: The']);
    expect(findingsOf('test/a.ts', source)).toEqual([]);
  });

  it('reads documents across lines, and neither code nor link targets', () => {
    expect(places(findingsOf('a.md', DOCUMENT))).toEqual(['2 document: led on', '4 document: held against']);
  });

  it.each(DONE)('%s uses the terms of the field', (path) => {
    const findings = findingsIn([path]).map(
      ({ file, line, words, instead }) => `${file}:${line}: "${words}": ${instead}`,
    );
    expect(findings).toEqual([]);
  });

  it('allows exceptions with a reason', () => {
    for (const exception of Object.values(ALLOWED).flat()) expect(exception.reason).toMatch(/\S/);
  });
});
