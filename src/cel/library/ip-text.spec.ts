import { parseAddress, parsePrefix } from './ip-text.js';

describe('parseAddress()', () => {
  it.each<[string, 4 | 6, bigint]>([
    ['10.0.0.1', 4, 0x0a000001n],
    ['255.255.255.255', 4, 0xffffffffn],
    ['::', 6, 0n],
    ['::1', 6, 1n],
    ['1::', 6, 1n << 112n],
    ['2001:db8::1', 6, 0x20010db8000000000000000000000001n],
    ['1:2:3:4:5:6:7:8', 6, 0x00010002000300040005000600070008n],
    ['::ffff:1.2.3.4', 6, 0xffff01020304n],
    ['1:2:3:4:5:6:1.2.3.4', 6, 0x00010002000300040005000601020304n],
  ])('reads %s', (text, family, bits) => {
    expect(parseAddress(text)).toEqual({ address: { family, bits }, zone: '' });
  });

  it('reads a zone', () => {
    expect(parseAddress('fe80::1%eth0')).toMatchObject({ zone: 'eth0' });
  });

  it.each<[string, string]>([
    ['', 'unable to parse IP'],
    ['a', 'unable to parse IP'],
    ['%eth0', 'missing IPv6 address'],
    ['1.2.3', 'IPv4 address too short'],
    ['1.2.3.4.5', 'IPv4 address too long'],
    ['1.2.3.256', 'IPv4 field has value >255'],
    ['01.2.3.4', 'IPv4 field has octet with leading zero'],
    ['1..2.3', 'IPv4 field must have at least one digit (at ".2.3")'],
    ['1.2.3.', 'IPv4 field must have at least one digit (at ".")'],
    ['1.2.3.4/8', 'unexpected character (at "/8")'],
    ['fe80::1%', 'zone must be a non-empty string'],
    ['1::2::3', 'multiple :: in address (at ":3")'],
    ['[::1]', 'each colon-separated field must have at least one digit (at "[::1]")'],
    ['12345::', 'each group must have 4 or less digits (at "12345::")'],
    ['1:2', 'address string too short'],
    ['1:2:', 'colon must be followed by more characters (at ":")'],
    ['1:2g', 'unexpected character, want colon (at "g")'],
    ['1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'],
    ['1:2:3:4:5:6:7:8::', 'the :: must expand to at least one field of zeros'],
    ['1:2:3:4::5:6:7:8', 'the :: must expand to at least one field of zeros'],
    ['1:1.2.3.4', 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
    ['::1:2:3:4:5:6:7:1.2.3.4', 'too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4")'],
  ])('refuses "%s": %s', (text, reason) => {
    expect(parseAddress(text)).toBe(`ParseAddr("${text}"): ${reason}`);
  });
});

describe('parsePrefix()', () => {
  it('reads an address with the length of its prefix', () => {
    expect(parsePrefix('10.1.0.0/16')).toEqual({ address: { family: 4, bits: 0x0a010000n }, prefixLength: 16 });
    expect(parsePrefix('::/0')).toEqual({ address: { family: 6, bits: 0n }, prefixLength: 0 });
  });

  it.each<[string, string]>([
    ['10.0.0.0', "no '/'"],
    ['10.0.0.0/33', 'prefix length out of range'],
    ['::/129', 'prefix length out of range'],
    ['10.0.0.0/08', 'bad bits after slash: "08"'],
    ['10.0.0.0/-1', 'bad bits after slash: "-1"'],
    ['10.0.0.0/', 'bad bits after slash: ""'],
    ['fe80::1%a/64', 'IPv6 zones cannot be present in a prefix'],
    ['a/8', 'ParseAddr("a"): unable to parse IP'],
  ])('refuses %s: %s', (text, reason) => {
    expect(parsePrefix(text)).toBe(`netip.ParsePrefix("${text}"): ${reason}`);
  });
});
