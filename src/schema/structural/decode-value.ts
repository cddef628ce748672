import { FieldPath, formatFieldError, goUnstructured, invalid } from '../../apimachinery/index.js';
import { shapeOf } from '../class-shape.js';
import { ObjectMeta } from '../meta.v1.js';
import { DecodeError, type DecodeOptions } from '../object-shape.js';
import { isPlain, type Plain, setOwn } from './json-schema.js';
import { canonicalNumber } from './number-kind.js';
import { memberNode, type SchemaNode } from './schema-node.js';

/** A member with its name, and the path of the object that has it. */
interface Member {
  readonly name: string;
  readonly member: unknown;
  readonly path: string;
}

/** One decoding of one document. */
export class Decoding {
  /** Unknown members of the metadata of the document, of what schemas declare, and of metadata of embedded objects. */
  private readonly ofMetadata: string[] = [];
  private readonly unknown: string[] = [];
  private readonly ofEmbedded: string[] = [];

  constructor(private readonly options: DecodeOptions) {}

  /**
   * Returns an object as its schema has it: members without a declaration are dropped and reported, those of metadata first and of embedded
   * metadata last, nulls that are not allowed and have no default are dropped, kind, version and metadata are read as of any object. Throws
   * DecodeError where these are malformed; wrong types elsewhere are left to validation.
   */
  object(node: SchemaNode, document: Plain): Plain {
    const members = this.members({ ...node, isEmbedded: true }, document, '');
    // Rules and hooks count on metadata, whatever a client left out.
    members.metadata ??= {};
    for (const found of [this.ofMetadata, this.unknown.sort(), this.ofEmbedded]) {
      for (const path of found) this.options.onUnknown?.(path);
    }
    return members;
  }

  private value(node: SchemaNode | undefined, value: unknown, path: string): unknown {
    if (Array.isArray(value)) return this.list(node, value, path);
    if (!isPlain(value)) return value;
    return node ? this.members(node, value, path) : this.dropAll(value, path);
  }

  private dropAll(value: Plain, path: string): Plain {
    for (const name of Object.keys(value)) this.unknown.push(join(path, name));
    return {};
  }

  private list(node: SchemaNode | undefined, list: readonly unknown[], path: string): unknown[] {
    const out: unknown[] = [];
    const isOpen = node !== undefined && node.preservesUnknown && !node.items;
    for (const [i, value] of list.entries()) {
      const place = `${path}[${i}]`;
      const element = isOpen ? copyOf(value) : this.value(itemsOf(node), value, place);
      out.push(canonicalNumber(element, out, String(i)));
    }
    return out;
  }

  private members(node: SchemaNode, value: Plain, path: string): Plain {
    const out: Plain = {};
    for (const name of Object.keys(value)) {
      const member = value[name];
      // Code may leave members undefined, such as conversions; documents have none.
      if (member === undefined) continue;
      const of = memberNode(node, name);
      if (member === null && of && this.isDroppedNull(of)) continue;
      if (node.isEmbedded && isMetaField(name)) this.metaField(out, { name, member, path });
      else this.member(node, out, { name, member, path });
    }
    return out;
  }

  private isDroppedNull({ nullable, default: initial }: SchemaNode): boolean {
    return !nullable && initial === undefined && !this.options.keepsNulls;
  }

  private member(node: SchemaNode, out: Plain, { name, member, path }: Member): void {
    const of = memberNode(node, name);
    const place = join(path, name);
    if (of ?? node.additional) setOwn(out, name, canonicalNumber(this.value(of, member, place), out, name));
    else if (node.preservesUnknown) setOwn(out, name, canonicalNumber(copyOf(member), out, name));
    else this.unknown.push(place);
  }

  private metaField(out: Plain, { name, member: value, path }: Member): void {
    if (name === 'metadata') {
      const metadata = this.metadata(value, path);
      if (metadata && path !== '' && metadata.creationTimestamp === null) delete metadata.creationTimestamp;
      if (metadata) out.metadata = metadata;
    } else if (typeof value === 'string') {
      out[name] = value;
    } else if (path !== '' && !this.options.dropsMalformed) {
      throw malformed(join(path, name), value, 'must be a string');
    }
  }

  private metadata(value: unknown, path: string): Plain | undefined {
    const found = path === '' ? this.ofMetadata : this.ofEmbedded;
    const onUnknown = (below: string): void => void found.push(join(path, `metadata.${below}`));
    const shape = shapeOf(ObjectMeta);
    try {
      const metadata = shape.decode(value ?? {}, { onUnknown });
      return path === '' ? withSortedOwners(metadata) : metadata;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      if (!this.options.dropsMalformed)
        throw path === '' ? error : malformed(join(path, 'metadata'), value, error.message);
      return isPlain(value) ? soundMetadata(value) : undefined;
    }
  }
}

/**
 * The entries of managedFields with their members by name, as upstream writes what it holds as maps: clients compare
 * entries as text.
 */
function withSortedOwners(metadata: Plain): Plain {
  const entries = metadata.managedFields;
  if (Array.isArray(entries)) {
    metadata.managedFields = (entries as Plain[]).map((entry) => {
      const names = Object.keys(entry).sort();
      return Object.fromEntries(names.map((name) => [name, entry[name]]));
    });
  }
  return metadata;
}

/** Metadata without the members that cannot be read: what a schema of later calls embedded may be stored as it is. */
function soundMetadata(value: Plain): Plain {
  const out: Plain = {};
  for (const [name, member] of Object.entries(value)) {
    try {
      Object.assign(out, shapeOf(ObjectMeta).decode({ [name]: member }));
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
    }
  }
  return out;
}

function malformed(path: string, value: unknown, reason: string): DecodeError {
  const shown = typeof value === 'object' && value !== null ? goUnstructured(value) : value;
  return new DecodeError(formatFieldError(invalid(FieldPath.of(path), shown, reason)));
}

function itemsOf(node: SchemaNode | undefined): SchemaNode | undefined {
  if (!node?.items || !node.preservesUnknown || node.items.preservesUnknown) return node?.items;
  // Below a list that keeps unknown members, upstream keeps them in its elements as well.
  return { ...node.items, preservesUnknown: true };
}

function isMetaField(name: string): boolean {
  return name === 'apiVersion' || name === 'kind' || name === 'metadata';
}

/** A copy of a value nothing is declared of, with numbers as objects hold them. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const out: unknown[] = [];
    for (const [i, each] of value.entries()) out.push(canonicalNumber(copyOf(each), out, String(i)));
    return out;
  }
  if (!isPlain(value)) return value;
  const out: Plain = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) setOwn(out, name, canonicalNumber(copyOf(member), out, name));
  }
  return out;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
