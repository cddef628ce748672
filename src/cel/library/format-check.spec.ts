import { kubernetesEnvironment } from './kubernetes.js';

const environment = kubernetesEnvironment(31);

function firstLine(text: string): string {
  return environment.compile(text).error?.split('\n')[0] ?? 'compiles';
}

describe('checkFormat()', () => {
  it.each<[string, string]>([
    ['"%s %d %f %e %b %o %x %X %%".format(["a", 1, 1.5, 1.5, true, 8, "a", b"a"])', 'compiles'],
    ['"%.3f".format(["a"])', 'compiles'],
    ['"%d".format([dyn("a")])', 'compiles'],
    [
      '"%d".format([1.5])',
      '1:14: error during formatting: decimal clause can only be used on integers, was given double',
    ],
    [
      '"%o".format(["a"])',
      '1:14: error during formatting: octal clause can only be used on integers, was given string',
    ],
    ['"%z".format([1])', '1:12: could not parse formatting clause: unrecognized formatting clause "z"'],
    ['"%".format([])', '1:11: unexpected end of string'],
    ['"%s %s".format(["a"])', '1:15: index 1 out of range'],
    ['"%s".format(["a", "b"])', '1:12: too many arguments supplied to string.format (expected 1, got 2)'],
    [
      '"%.f".format([1.5])',
      '1:13: could not parse formatting clause: error while parsing precision: ' +
        'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    ],
  ])('finds in %s: %s', (text, fault) => {
    expect(firstLine(text)).toBe(fault === 'compiles' ? fault : `ERROR: <input>:${fault}`);
  });

  it('looks into lists and maps', () => {
    expect(firstLine('"%s".format([[quantity("1")]])')).toContain('was given kubernetes.Quantity');
    expect(firstLine('"%s".format([{"a": ip("::1")}])')).toContain('was given net.IP');
  });
});

describe('format()', () => {
  it.each<[string, string]>([
    ['"%s".format([100000000.0])', '1e+08'],
    ['"%s".format([{"b": [1.5], "a": [2.0]}])', '{"a":[2.000000], "b":[1.500000]}'],
    ['"%.0f".format([2.5])', '2'],
    ['"%f".format([1e21])', '1,000,000,000,000,000,000,000.000000'],
    ['"%f".format([1.0 / 0.0])', '\u221e'],
    ['"%e".format([-1.0 / 0.0])', '    -\u221e'],
    ['"%.1e".format([1234.5])', '1.234500\u202f\u00d7\u202f10\u2070\u00b3'],
  ])('writes %s as %s', (text, written) => {
    expect(environment.compile(text).program!.evaluate({ find: () => undefined }).value).toBe(written);
  });
});
