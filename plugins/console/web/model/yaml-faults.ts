import { type Pair, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { ELEMENT, type PathStep, type Schema, type SchemaBook, isOpen } from './schema.js';

/** A fault in a text, between two offsets. */
export interface YamlFault {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** The faults of a text: what is no YAML, and members that the schema of its kind does not know. */
export function yamlFaults(text: string, book: SchemaBook | undefined, root: Schema | undefined): YamlFault[] {
  const document = parseDocument(text, { prettyErrors: false });
  const faults: YamlFault[] = document.errors.map(({ pos: [from, to], message }) => ({
    ...{ from, to: Math.max(to, from + 1), severity: 'error', message },
  }));
  if (!book || !root || faults.length > 0) return faults;
  const visit = (node: unknown, path: readonly PathStep[]): void => {
    if (isSeq(node)) return node.items.forEach((item) => visit(item, [...path, ELEMENT]));
    if (!isMap(node)) return;
    const schema = book.at(root, path);
    for (const pair of node.items) {
      const name = nameOf(pair);
      const step = schema && name !== undefined ? book.at(root, [...path, name]) : undefined;
      if (schema && !isOpen(schema) && !step) faults.push(unknownField(pair, name ?? ''));
      else if (name !== undefined) visit(pair.value, [...path, name]);
    }
  };
  visit(document.contents, []);
  return faults;
}

function nameOf({ key }: Pair): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

function unknownField({ key }: Pair, name: string): YamlFault {
  const [from, to] = isScalar(key) && key.range ? key.range : [0, 1];
  return { from, to, severity: 'warning', message: `unknown field "${name}"` };
}
