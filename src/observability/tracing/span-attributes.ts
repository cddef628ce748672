/** Values of attributes by their names. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;
