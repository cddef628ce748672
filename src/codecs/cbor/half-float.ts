const SINGLE = new DataView(new ArrayBuffer(4));

/** Returns the 16 bits of a number that fits a half float (IEEE 754) exactly; undefined for others. */
export function halfBitsOf(value: number): number | undefined {
  SINGLE.setFloat32(0, value);
  const bits = SINGLE.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 127;
  const fraction = bits & 0x7fffff;
  if (exponent === -127 && fraction === 0) return sign;
  if (exponent >= -14 && exponent <= 15) {
    return fraction & 0x1fff ? undefined : sign | ((exponent + 15) << 10) | (fraction >>> 13);
  }
  if (exponent < -24 || exponent > 15) return undefined;
  // Smaller numbers have no leading one, and lose a place with each power of two.
  const shift = -exponent - 1;
  const whole = fraction | 0x800000;
  return whole & ((1 << shift) - 1) ? undefined : sign | (whole >>> shift);
}

/** Returns the number that the 16 bits of a half float stand for. */
export function halfFrom(bits: number): number {
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
