/** The eight kinds of data items, as the first three bits of an item name them (RFC 8949, 3.1). */
export const Major = {
  Unsigned: 0,
  Negative: 1,
  Bytes: 2,
  Text: 3,
  List: 4,
  Map: 5,
  Tag: 6,
  Simple: 7,
} as const;

/** One of the eight kinds of data items. */
export type Major = (typeof Major)[keyof typeof Major];

/** The names of the major types in messages. */
export const MAJOR_NAMES = [
  'positive integer',
  'negative integer',
  'byte string',
  'UTF-8 text string',
  'array',
  'map',
  'tag',
  'primitives',
] as const;

/** Tags that change what is read, or that are written (RFC 8949, 3.4). */
export const Tag = {
  TimeText: 0,
  EpochTime: 1,
  PositiveBignum: 2,
  NegativeBignum: 3,
  ExpectsBase64Url: 21,
  ExpectsBase64: 22,
  ExpectsBase16: 23,
} as const;

/** The tag 55799 that stands before every object, by which CBOR is known (RFC 8949, 3.4.6). */
export const SELF_DESCRIBED: Uint8Array = Uint8Array.of(0xd9, 0xd9, 0xf7);

/** Values that are written as one byte. */
export const Simple = { False: 0xf4, True: 0xf5, Null: 0xf6, Break: 0xff } as const;
