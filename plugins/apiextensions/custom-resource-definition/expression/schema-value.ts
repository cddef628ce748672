import { escapeMemberName, expressionLanguage, type ExpressionLanguage } from '../../../../src/plugin-api/built-in.js';
import type { JSONSchemaProps } from '../json-schema.v1.js';
import { additionalOf, itemsOf, propertiesOf } from '../schema/sub-schemas.js';
import { withMeta } from './declared-type.js';
import { readFormatted } from './formatted-text.js';

type Value = ReturnType<ExpressionLanguage['valueOfJson']>;

/** Reads plain data as the value that rules see; throws EvaluationError for data that does not fit its schema. */
export type ValueReader = (data: unknown) => Value;

type Data = Readonly<Record<string, unknown>>;

/**
 * Makes the readers of the values of one definition's schemas, which rules see as the schema types them. A reader is made
 * once per schema; members and elements are read when a rule asks for them. The expression language has to have been loaded.
 */
export class SchemaValues {
  private readonly readers = new Map<JSONSchemaProps, ValueReader>();

  /** Returns the reader of the values of a schema. */
  readerOf(schema: JSONSchemaProps): ValueReader {
    const known = this.readers.get(schema);
    if (known) return known;
    // Nested values are created on first access.
    let read: ValueReader | undefined;
    const reader: ValueReader = (data) => {
      if (data === null || data === undefined) return this.readNull(schema);
      read ??= this.newReader(schema);
      return read(data);
    };
    this.readers.set(schema, reader);
    return reader;
  }

  private readNull({ nullable }: JSONSchemaProps): Value {
    if (nullable) return null;
    throw new (expressionLanguage().EvaluationError)('invalid data, got null for schema with nullable=false');
  }

  private newReader(schema: JSONSchemaProps): ValueReader {
    const { valueOfJson } = expressionLanguage();
    if (schema['x-kubernetes-int-or-string']) return checked('string or integer', valueOfJson, isIntOrString);
    switch (schema.type) {
      case 'object':
        return this.objectReader(schema);
      case 'array':
        return this.listReader(schema);
      case 'string':
        return checked('string', (data) => readFormatted(data as string, schema.format ?? ''), isText);
      case 'number':
        return checked('float', (data) => Number(data), isNumber);
      case 'integer':
        return checked('int', valueOfJson, isInteger);
      case 'boolean':
        return checked('bool', valueOfJson, (data) => typeof data === 'boolean');
      default:
        return valueOfJson;
    }
  }

  private objectReader(schema: JSONSchemaProps): ValueReader {
    const { FieldMap, LazyMap } = expressionLanguage();
    const values = additionalOf(schema);
    const isEmbedded = Boolean(schema['x-kubernetes-embedded-resource']);
    if (!isEmbedded && !schema.properties && values) {
      const read = this.readerOf(values);
      return checked('map', (data) => new LazyMap(data as Data, read), isObject);
    }
    const fields = this.fieldsOf(isEmbedded ? withMeta(schema) : schema);
    return checked('map', (data) => new FieldMap(data as Data, fields), isObject);
  }

  private fieldsOf(
    schema: JSONSchemaProps,
  ): ReadonlyMap<string, { readonly name: string; readonly read: ValueReader }> {
    return new Map(
      propertiesOf(schema).flatMap(([name, member]): [string, { name: string; read: ValueReader }][] => {
        const known = escapeMemberName(name);
        return known === undefined ? [] : [[known, { name, read: this.readerOf(member) }]];
      }),
    );
  }

  private listReader(schema: JSONSchemaProps): ValueReader {
    const { LazyList, KeyedList, SetList } = expressionLanguage();
    const items = itemsOf(schema);
    if (!items) return () => invalidData('array with items');
    const read = this.readerOf(items);
    const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeMemberName(key) ?? key);
    const kind = schema['x-kubernetes-list-type'];
    const make = (data: unknown): Value => {
      const list = data as readonly unknown[];
      const elements = { size: list.length, at: (index: number) => read(list[index]) };
      if (kind === 'map') return new KeyedList(elements, keys);
      return kind === 'set' ? new SetList(elements) : new LazyList(elements);
    };
    return checked('array', make, Array.isArray);
  }
}

const isText = (data: unknown): boolean => typeof data === 'string';
const isNumber = (data: unknown): boolean => typeof data === 'number' || typeof data === 'bigint';
const isInteger = (data: unknown): boolean => typeof data === 'bigint' || Number.isInteger(data);
const isIntOrString = (data: unknown): boolean => isText(data) || isInteger(data);
const isObject = (data: unknown): boolean => typeof data === 'object' && data !== null && !Array.isArray(data);

function checked(wanted: string, read: ValueReader, fits: (data: unknown) => boolean): ValueReader {
  return (data) => (fits(data) ? read(data) : invalidData(wanted));
}

function invalidData(wanted: string): never {
  throw new (expressionLanguage().EvaluationError)(`invalid data, expected ${wanted}`);
}
