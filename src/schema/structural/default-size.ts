import { isPlain, type Plain } from './json-schema.js';
import { type DefaultSize, memberNode, type SchemaNode } from './schema-node.js';

/** The parts of a value, by its schema. */
export type SchemaParts = Pick<SchemaNode, 'additional' | 'defaulted' | 'items' | 'properties'>;

const NO_PARTS: SchemaParts = { additional: undefined, defaulted: [], items: undefined, properties: new Map() };

/**
 * Returns the size of a value with all defaults inside of it, without filling them in: those in elements of defaults
 * multiply. The cost is linear in the size of the value and of the schema.
 */
export function filledSize(value: unknown, parts: SchemaParts): DefaultSize {
  const total = new SizeSum();
  // A default may be nested deeper than functions can call themselves.
  const open: OpenValue[] = [{ value, parts }];
  for (let next = open.pop(); next; next = open.pop()) total.add(next, open);
  return total;
}

/** A value that is still to be counted. */
interface OpenValue {
  readonly value: unknown;
  readonly parts: SchemaParts;
}

class SizeSum implements DefaultSize {
  values = 0;
  characters = 0;

  /** Adds a value, and puts the values in it among those that are open. */
  add({ value, parts }: OpenValue, open: OpenValue[]): void {
    this.values++;
    if (Array.isArray(value)) this.addElements(value, parts, open);
    else if (isPlain(value)) this.addMembers(value, parts, open);
    else this.characters += String(value).length;
  }

  private addElements(list: readonly unknown[], { items }: SchemaParts, open: OpenValue[]): void {
    // A comma or bracket stands behind each.
    this.characters += list.length + 1;
    for (const element of list) this.addPart(element, items, open);
  }

  private addMembers(object: Plain, parts: SchemaParts, open: OpenValue[]): void {
    this.characters += 2;
    for (const [name, value] of Object.entries(object)) {
      this.characters += name.length + 2;
      this.addPart(value, memberNode(parts, name), open);
    }
    for (const [name, node] of parts.defaulted) {
      if (!Object.hasOwn(object, name)) this.addFilled(node, name);
    }
  }

  private addPart(value: unknown, node: SchemaNode | undefined, open: OpenValue[]): void {
    const isReplaced = value === null && node?.nullable === false && node.default !== undefined;
    if (isReplaced) this.addFilled(node, '');
    else open.push({ value, parts: node ?? NO_PARTS });
  }

  private addFilled({ defaultSize }: SchemaNode, name: string): void {
    this.values += defaultSize!.values;
    this.characters += defaultSize!.characters + name.length + 2;
  }
}
