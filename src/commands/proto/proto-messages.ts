import { type Home, nameAtHome } from '../../openapi/index.js';
import type { StructField, StructLayout } from '../../schema/index.js';
import { SCALAR_TYPES, VALUE_MESSAGES } from './scalar-messages.js';

/** A message: its full name, its lines within the braces, and the full names of the messages that it uses. */
export interface ProtoMessage {
  readonly name: string;
  readonly doc: string;
  readonly lines: readonly string[];
  readonly uses: ReadonlySet<string>;
}

/** A list of a kind: `BerthList`, and the type of the items. */
export interface ListOfKind {
  readonly kind: string;
  readonly item: StructLayout;
  readonly metadata: StructLayout;
}

/** The message that a field belongs to. */
interface FieldOwner {
  readonly name: string;
  readonly uses: Set<string>;
  readonly home: Home;
}

/** Messages in which a value has one form or another, by the end of their names. */
const EITHER = { bool: 'OrBool', list: 'OrArray', texts: 'OrStringArray' } as const;

/** Messages, each made once; those that are used come with those that use them. */
export class ProtoMessages {
  private readonly messages = new Map<string, ProtoMessage>();

  get all(): readonly ProtoMessage[] {
    return [...this.messages.values()];
  }

  /** Adds a struct and all it consists of, where types without a full name belong to `home`; returns its full name. */
  addStruct(type: StructLayout, home: Home): string {
    const name = messageName(type, home);
    if (this.messages.has(name)) return name;
    const uses = new Set<string>();
    // Types may contain themselves.
    const lines: string[] = [];
    this.messages.set(name, { name, doc: type.doc ?? '', lines, uses });
    lines.push(...this.fieldsOf(type, { name, uses, home }));
    return name;
  }

  addList({ kind, item, metadata }: ListOfKind, home: Home): void {
    const itemName = this.addStruct(item, home);
    const name = `${packageOf(itemName)}.${kind}`;
    const metadataName = this.addStruct(metadata, home);
    const lines = [`optional .${metadataName} metadata = 1;`, `repeated .${itemName} items = 2;`];
    const uses = new Set([metadataName, itemName]);
    this.messages.set(name, { name, doc: `A list of ${item.shortName}.`, lines, uses });
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

  private fieldsOf(type: StructLayout, owner: FieldOwner): string[] {
    const { embedded } = type;
    const fields = type.ownFields
      .filter(({ number }) => number > 0)
      .map((field) => ({ number: field.number, lines: this.fieldLines(field, owner) }));
    if (embedded) {
      const used = this.addStruct(embedded.type, owner.home);
      owner.uses.add(used);
      const line = `optional .${used} ${lowered(embedded.type.shortName)} = ${embedded.number};`;
      fields.push({ number: embedded.number, lines: [line] });
    }
    return fields.sort((a, b) => a.number - b.number).flatMap(({ lines }) => lines);
  }

  private fieldLines(field: StructField, owner: FieldOwner): string[] {
    const type = this.typeOf(field, owner);
    const name = fieldName(field.name);
    const comment = commentOf(field.doc);
    if (!field.map) return [...comment, `${field.list ? 'repeated' : 'optional'} ${type} ${name} = ${field.number};`];
    if (!field.list) return [...comment, `map<string, ${type}> ${name} = ${field.number};`];
    const values = this.addValues(`${owner.name}${raised(name)}Values`, type);
    owner.uses.add(values);
    return [...comment, `map<string, .${values}> ${name} = ${field.number};`];
  }

  /** The type of a field as it is written; messages by their full names. */
  private typeOf({ struct, scalar, or }: StructField, { uses, home }: FieldOwner): string {
    const full = struct ? this.addStruct(struct, home) : SCALAR_TYPES[scalar!];
    if (!full.includes('.')) return full;
    if (!struct) this.addValue(full);
    const name = struct && or ? this.addEither(full, or) : full;
    uses.add(name);
    return `.${name}`;
  }

  /** The message of a value that is a struct of the name or something else. */
  private addEither(struct: string, or: keyof typeof EITHER): string {
    const name = `${struct}${EITHER[or]}`;
    const own = `optional .${struct} schema`;
    const lines = {
      bool: ['optional bool allows = 1;', `${own} = 2;`],
      list: [`${own} = 1;`, `repeated .${struct} jSONSchemas = 2;`],
      texts: [`${own} = 1;`, 'repeated string property = 2;'],
    }[or];
    this.messages.set(name, { name, doc: '', lines, uses: new Set([struct]) });
    return name;
  }

  /** A list as the value of a map: a message whose only field repeats. */
  private addValues(name: string, type: string): string {
    const used = type.startsWith('.') ? [type.slice(1)] : [];
    this.messages.set(name, { name, doc: '', lines: [`repeated ${type} items = 1;`], uses: new Set(used) });
    return name;
  }
}

/** The full name of a type's message. Protobuf allows no hyphens, and a message without a package could not be imported. */
function messageName({ name, shortName }: StructLayout, home: Home): string {
  return (name.includes('.') ? name : nameAtHome(shortName, home)).replaceAll('-', '_');
}

/** Returns a comment for a text of any number of lines. */
export function commentOf(text = ''): string[] {
  return text === '' ? [] : text.split(/\r\n|\r|\n/).map((line) => `// ${line}`.trimEnd());
}

/** Returns the package of a full name. */
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
