import { addressFault, networkFault } from './go-address.js';

describe('addressFault()', () => {
  it.each([
    '1.2.3.4',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '1::',
    'fe80::1%eth0',
    '::ffff:1.2.3.4',
    '1:2:3:4:5:6:7:8',
  ])('finds none in %s', (text) => {
    expect(addressFault(text)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['', 'unable to parse IP'],
    ['Foo', 'unable to parse IP'],
    ['a/b', 'unable to parse IP'],
    ['é', 'unable to parse IP'],
    ['%eth0', 'missing IPv6 address'],
    ['01.2.3.4', 'IPv4 field has octet with leading zero'],
    ['1.2.3.400', 'IPv4 field has value >255'],
    ['.1.2.3', 'IPv4 field must have at least one digit (at ".1.2.3")'],
    ['1..2.3', 'IPv4 field must have at least one digit (at ".2.3")'],
    ['1.2.3.', 'IPv4 field must have at least one digit (at ".")'],
    ['1.2.3', 'IPv4 address too short'],
    ['1.2.3.4.5', 'IPv4 address too long'],
    [' 1.2.3.4', 'unexpected character (at " 1.2.3.4")'],
    ['1.2.3.4x', 'unexpected character (at "x")'],
    ['::%', 'zone must be a non-empty string'],
    ['1:2', 'address string too short'],
    ['1:2:3:4:5:6:7:8:9', 'trailing garbage after address (at "9")'],
    ['12345::', 'each group must have 4 or less digits (at "12345::")'],
    [':1', 'each colon-separated field must have at least one digit (at ":1")'],
    ['1::2::3', 'multiple :: in address (at ":3")'],
    ['1:', 'colon must be followed by more characters (at ":")'],
    ['1:g', 'each colon-separated field must have at least one digit (at "g")'],
    ['1g::', 'unexpected character, want colon (at "g::")'],
    ['1:1.2.3.4', 'embedded IPv4 address must replace the final 2 fields of the address (at "1.2.3.4")'],
    ['1:2:3:4:5:6:7:8::', 'the :: must expand to at least one field of zeros'],
    ['1:2:3:4::5:6:7:8', 'the :: must expand to at least one field of zeros'],
    ['::1:2:3:4:5:6:7:1.2.3.4', 'too many hex fields to fit an embedded IPv4 at the end of the address (at "1.2.3.4")'],
  ])('reports %j', (text, fault) => {
    expect(addressFault(text)).toBe(`ParseAddr(${JSON.stringify(text)}): ${fault}`);
  });
});

describe('networkFault()', () => {
  it.each(['10.0.0.0/8', '0.0.0.0/0', 'fd00::/128'])('finds none in %s', (text) => {
    expect(networkFault(text)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['10.0.0.0', "no '/'"],
    [' 10.0.0.0/8', 'ParseAddr(" 10.0.0.0"): unexpected character (at " 10.0.0.0")'],
    ['010.0.0.0/8', 'ParseAddr("010.0.0.0"): IPv4 field has octet with leading zero'],
    ['fe80::%a/64', 'IPv6 zones cannot be present in a prefix'],
    ['10.0.0.0/08', 'bad bits after slash: "08"'],
    ['10.0.0.0/8 ', 'bad bits after slash: "8 "'],
    ['10.0.0.0/33', 'prefix length out of range'],
  ])('reports %j', (text, fault) => {
    expect(networkFault(text)).toBe(`netip.ParsePrefix(${JSON.stringify(text)}): ${fault}`);
  });
});
