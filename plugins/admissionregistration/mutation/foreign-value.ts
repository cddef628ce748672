import {
  type ExpressionLanguage,
  ForeignValue,
  expressionLanguage,
  goFloat,
  goQuote,
} from '../../../src/plugin-api/built-in.js';

/** A value of an expression. */
export type Value = ReturnType<ExpressionLanguage['valueOfJson']>;

/** Returns the null of expressions, which Go's is not. */
export function foreignNull(): ForeignValue {
  return new ForeignValue('structpb.NullValue', { text: 'NULL_VALUE', syntax: '0' }, null);
}

/** Returns a list in a list or map that an expression has made; `plain` is the list that stands for it. */
export function foreignList(values: readonly Value[], plain: readonly unknown[]): ForeignValue {
  const [texts, syntax] = [values.map(textOf), values.map(syntaxOf)];
  return new ForeignValue(
    '[]ref.Val',
    { text: `[${texts.join(' ')}]`, syntax: `[]ref.Val{${syntax.join(', ')}}` },
    plain,
  );
}

/** Returns a map in a list or map that an expression has made; `plain` is the object that stands for it. */
export function foreignMap(entries: readonly (readonly [Value, Value])[], plain: object): ForeignValue {
  const shown = entries.map(([key, value]) => [
    `${textOf(key)}:${textOf(value)}`,
    `${syntaxOf(key)}:${syntaxOf(value)}`,
  ]);
  shown.sort(([a], [b]) => (a < b ? -1 : 1));
  const [texts, syntax] = [shown.map(([text]) => text), shown.map(([, each]) => each)];
  const goType = 'map[ref.Val]ref.Val';
  return new ForeignValue(
    goType,
    { text: `map[${texts.join(' ')}]`, syntax: `${goType}{${syntax.join(', ')}}` },
    plain,
  );
}

/** Returns a value of a type that neither JSON nor an object has. */
export function foreignScalar(value: Value): ForeignValue {
  const { DurationValue, TimestampValue, formatDurationSeconds, formatTimestamp, typeNameOf } = expressionLanguage();
  if (value instanceof Uint8Array) return foreignBytes(value);
  if (value instanceof TimestampValue) {
    const text = formatTimestamp(value.nanoseconds);
    return new ForeignValue(
      'time.Time',
      { text: `${text.slice(0, -1).replace('T', ' ')} +0000 UTC`, syntax: text },
      text,
    );
  }
  if (value instanceof DurationValue) {
    const text = formatDurationSeconds(value.nanoseconds);
    return new ForeignValue('time.Duration', { text, syntax: String(value.nanoseconds) }, text);
  }
  const name = typeNameOf(value);
  return new ForeignValue(name, { text: name, syntax: name }, name);
}

function foreignBytes(bytes: Uint8Array): ForeignValue {
  const numbers = [...bytes];
  const syntax = numbers.map((byte) => `0x${byte.toString(16)}`).join(', ');
  const plain = Buffer.from(bytes).toString('base64');
  return new ForeignValue('[]uint8', { text: `[${numbers.join(' ')}]`, syntax: `[]byte{${syntax}}` }, plain);
}

/** Returns a value within another one, as `%v` writes it. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : syntaxOf(value);
}

/** The same, as `%#v` writes it. */
function syntaxOf(value: Value): string {
  const { ListValue, UintValue, typeNameOf } = expressionLanguage();
  if (value === null) return '0';
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') return goFloat(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof UintValue) return String(value.value);
  if (value instanceof ListValue) return `[${[...value].map(textOf).join(', ')}]`;
  return typeNameOf(value);
}
