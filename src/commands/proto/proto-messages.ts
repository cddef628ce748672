import type { StructField, StructLayout } from '../../schema/index.js';
import { SCALAR_TYPES, VALUE_MESSAGES } from './scalar-messages.js';

/** A message: its full name, its lines within the braces, and the full names of the messages that it uses. */
export interface ProtoMessage {
  readonly name: string;
  readonly doc: string;
  readonly lines: readonly string[];
  readonly uses: ReadonlySet<string>;
}

/** The kinds of lists: `BerthList` by the full name of the items' type. */
export interface ListOfKind {
  readonly kind: string;
  readonly item: StructLayout;
}

const LIST_META = 'k8s.io.apimachinery.pkg.apis.meta.v1.ListMeta';
/** Messages in which a value has one form or another, by the end of their names. */
const EITHER = { bool: 'OrBool', list: 'OrArray', texts: 'OrStringArray' } as const;

/** Messages, each made once; those that are used come with those that use them. */
export class ProtoMessages {
  private readonly messages = new Map<string, ProtoMessage>();

  get all(): readonly ProtoMessage[] {
    return [...this.messages.values()];
  }

  /** Adds a struct and all it consists of; answers its full name. */
  addStruct(type: StructLayout): string {
    if (this.messages.has(type.name)) return type.name;
    const uses = new Set<string>();
    // Types may contain themselves.
    const lines: string[] = [];
    this.messages.set(type.name, { name: type.name, doc: type.metadata.doc ?? '', lines, uses });
    lines.push(...this.fieldsOf(type, uses));
    return type.name;
  }

  addList({ kind, item }: ListOfKind, metadata: StructLayout): void {
    const itemName = this.addStruct(item);
    const name = `${packageOf(item.name)}.${kind}`;
    const lines = [`optional .${this.addStruct(metadata)} metadata = 1;`, `repeated .${itemName} items = 2;`];
    this.messages.set(name, { name, doc: `A list of ${item.shortName}.`, lines, uses: new Set([LIST_META, itemName]) });
  }

  /** Adds a message for a single value, or the envelope. */
  addValue(name: string): string {
    const lines = VALUE_MESSAGES[name];
    if (!this.messages.has(name)) {
      const uses = new Set(lines.flatMap((line) => /\.(k8s\.io\S+)/.exec(line)?.[1] ?? []));
      this.messages.set(name, { name, doc: '', lines, uses });
      for (const used of uses) this.addValue(used);
    }
    return name;
  }

  private fieldsOf(type: StructLayout, uses: Set<string>): string[] {
    const { embedded } = type;
    const fields = type.ownFields
      .filter(({ number }) => number > 0)
      .map((field) => ({ number: field.number, lines: this.fieldLines(type, field, uses) }));
    if (embedded) {
      const used = this.addStruct(embedded.type);
      uses.add(used);
      const line = `optional .${used} ${lowered(embedded.type.shortName)} = ${embedded.number};`;
      fields.push({ number: embedded.number, lines: [line] });
    }
    return fields.sort((a, b) => a.number - b.number).flatMap(({ lines }) => lines);
  }

  private fieldLines(owner: StructLayout, field: StructField, uses: Set<string>): string[] {
    const type = this.typeOf(field, uses);
    const name = fieldName(field.name);
    const comment = commentOf(field.doc);
    if (!field.map) return [...comment, `${field.list ? 'repeated' : 'optional'} ${type} ${name} = ${field.number};`];
    if (!field.list) return [...comment, `map<string, ${type}> ${name} = ${field.number};`];
    const values = this.addValues(`${owner.name}${raised(name)}Values`, type, uses);
    return [...comment, `map<string, .${values}> ${name} = ${field.number};`];
  }

  /** The type of a field as it is written; messages by their full names. */
  private typeOf(field: StructField, uses: Set<string>): string {
    const { struct, scalar, or } = field;
    const full = struct ? this.addStruct(struct) : SCALAR_TYPES[scalar!];
    if (!full.includes('.')) return full;
    if (!struct) this.addValue(full);
    const name = struct && or ? this.addEither(struct, or) : full;
    uses.add(name);
    return `.${name}`;
  }

  /** The message of a value that is a struct or something else. */
  private addEither(struct: StructLayout, or: keyof typeof EITHER): string {
    const name = `${struct.name}${EITHER[or]}`;
    const own = `optional .${struct.name} schema`;
    const lines = {
      bool: ['optional bool allows = 1;', `${own} = 2;`],
      list: [`${own} = 1;`, `repeated .${struct.name} jSONSchemas = 2;`],
      texts: [`${own} = 1;`, 'repeated string property = 2;'],
    }[or];
    this.messages.set(name, { name, doc: '', lines, uses: new Set([struct.name]) });
    return name;
  }

  /** A list as the value of a map: a message whose only field repeats. */
  private addValues(name: string, type: string, uses: Set<string>): string {
    const used = type.startsWith('.') ? [type.slice(1)] : [];
    this.messages.set(name, { name, doc: '', lines: [`repeated ${type} items = 1;`], uses: new Set(used) });
    uses.add(name);
    return name;
  }
}

/** A comment for a text of any number of lines. */
export function commentOf(text = ''): string[] {
  return text === '' ? [] : text.split(/\r\n|\r|\n/).map((line) => `// ${line}`.trimEnd());
}

/** The package of a full name. */
export function packageOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

/** The name of a field: JSON has names such as `$ref` and `x-kubernetes-map-type`. */
function fieldName(name: string): string {
  const [first, ...others] = name.split(/\W/).filter((word) => word !== '');
  return [first, ...others.map(raised)].join('');
}

function lowered(name: string): string {
  return name[0].toLowerCase() + name.slice(1);
}

function raised(name: string): string {
  return name[0].toUpperCase() + name.slice(1);
}
