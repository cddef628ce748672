/** The four bytes before every object in protobuf: `k8s` and a zero byte. */
export const MAGIC: Uint8Array = Uint8Array.of(0x6b, 0x38, 0x73, 0x00);

/** Reports whether bytes begin with the prefix of Kubernetes protobuf. */
export function startsWithMagic(bytes: Uint8Array): boolean {
  return bytes.length >= MAGIC.length && MAGIC.every((byte, i) => bytes[i] === byte);
}
