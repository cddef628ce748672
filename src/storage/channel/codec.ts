import { Decoder, Encoder } from 'cbor-x';

/** Arrays of plain values only: neither records nor typed arrays need tags. */
const SETTINGS = { useRecords: false, tagUint8Array: false } as const;

const encoder = new Encoder(SETTINGS);
const decoder = new Decoder(SETTINGS);

/** Encodes one message, or the messages of a turn. */
export function encode(message: unknown): Buffer {
  return encoder.encode(message);
}

/** Decodes what `encode` has made. Byte strings are views on `bytes`: who keeps one for long has to copy it. */
export function decode<T>(bytes: Buffer): T {
  return decoder.decode(bytes) as T;
}
