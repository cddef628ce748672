import type { Value } from '../values/index.js';
import { CostLimitError, EvaluationError } from '../values/index.js';
import { kubernetesEnvironment } from './kubernetes.js';

const environment = kubernetesEnvironment(31);

function evaluate(text: string): Value {
  const { program, error } = environment.compile(text);
  if (error !== undefined) throw new Error(error);
  return program.evaluate({ find: () => undefined }).value;
}

describe('The functions of Kubernetes', () => {
  it.each([
    // Lists.
    '[1, 2, 3].isSorted() && ![2, 1].isSorted() && ["a", "b"].isSorted() && [].isSorted()',
    '[1, 3].sum() == 4 && [1.0, 3.0].sum() == 4.0 && [duration("1m"), duration("1s")].sum() == duration("1m1s")',
    '[1, 3].min() == 1 && [1, 3].max() == 3 && ["b", "a"].min() == "a"',
    '[1, 2, 2, 3].indexOf(2) == 1 && ["a", "b", "b", "c"].lastIndexOf("b") == 2 && [1].indexOf(5) == -1',
    // Patterns.
    '"abc 123".find("[0-9]+") == "123" && "abc".find("[0-9]+") == ""',
    '"123 abc 456".findAll("[0-9]*") == ["123", "", "", "", "", "456"] || "123 abc 456".findAll("[0-9]+") == ["123", "456"]',
    '"123 abc 456".findAll("[0-9]+", 1) == ["123"] && "123".findAll("[0-9]+", 0) == []',
    // URLs.
    'url("https://user:pass@example.com:80/path/to?k=v#f").getScheme() == "https"',
    'url("https://example.com:80/").getHost() == "example.com:80" && url("https://example.com/").getHost() == "example.com"',
    'url("https://[::1]:80/").getHostname() == "::1" && url("https://127.0.0.1:80/").getHostname() == "127.0.0.1"',
    'url("/path").getScheme() == "" && url("/path").getHostname() == "" && url("https://e.com/").getPort() == ""',
    'url("https://example.com/path with spaces/").getEscapedPath() == "/path%20with%20spaces/"',
    'url("https://e.com/path?k1=a&k2=b&k2=c").getQuery() == {"k1": ["a"], "k2": ["b", "c"]}',
    'isURL("https://user:pass@example.com:80/path?query=val") && isURL("/absolute-path") && !isURL("../relative-path")',
    '!isURL("https://a:b:c/") && url("https://a.com/") == url("https://a.com/")',
    // Amounts.
    'isQuantity("1.3G") && isQuantity("1.3Gi") && !isQuantity("1,3G") && isQuantity("10000k") && !isQuantity("200K")',
    'quantity("1.5Gi").isGreaterThan(quantity("1Gi")) && quantity("150Mi").compareTo(quantity("100Mi")) == 1',
    'quantity("50k").add(20) == quantity("50020") && quantity("50k").sub(quantity("20k")) == quantity("30k")',
    'quantity("50000000G").isInteger() && quantity("50k").asInteger() == 50000 && !quantity("1m").isInteger()',
    'quantity("50.703k").asApproximateFloat() == 50703.0 && sign(quantity("-1")) == -1',
    'quantity("50M") == quantity("50000k")',
    // Addresses and networks.
    'isIP("127.0.0.1") && !isIP("127.0.0.256") && isIP("::1") && !isIP("::ffff:1.2.3.4") && !isIP("fe80::1%en0")',
    'ip.isCanonical("2001:db8::abcd") && !ip.isCanonical("2001:DB8::ABCD") && !ip.isCanonical("2001:db8::0:0:0:abcd")',
    'ip("127.0.0.1").family() == 4 && ip("::1").family() == 6 && ip("::1").isLoopback() && ip("0.0.0.0").isUnspecified()',
    'ip("224.0.0.1").isLinkLocalMulticast() && ip("169.254.169.254").isLinkLocalUnicast()',
    'ip("192.168.0.1").isGlobalUnicast() && !ip("255.255.255.255").isGlobalUnicast()',
    'string(ip("2001:db8::1")) == "2001:db8::1" && ip("10.0.0.1") == ip("10.0.0.1")',
    'isCIDR("10.0.0.0/8") && !isCIDR("10.0.0.0/33") && !isCIDR("10.0.0.0")',
    'cidr("192.168.0.0/24").containsIP("192.168.0.1") && !cidr("192.168.0.0/24").containsIP(ip("192.168.1.1"))',
    'cidr("192.168.0.0/16").containsCIDR("192.168.10.0/24") && !cidr("192.168.1.0/24").containsCIDR("192.168.0.0/16")',
    'cidr("192.168.1.5/24").masked() == cidr("192.168.1.0/24") && cidr("192.168.1.0/24").prefixLength() == 24',
    'cidr("192.168.1.0/24").ip() == ip("192.168.1.0") && string(cidr("::1/128")) == "::1/128"',
    // Forms of texts.
    '!format.dns1123Label().validate("my-label").hasValue() && format.dns1123Label().validate("Contains Upper").hasValue()',
    'format.named("dns1035Label").hasValue() && !format.named("unknown").hasValue()',
    '!format.uuid().validate("123e4567-e89b-12d3-a456-426614174000").hasValue() && format.date().validate("2021-13-01").hasValue()',
    '!format.dns1123SubdomainPrefix().validate("my-prefix-").hasValue()',
    '!format.datetime().validate("2021-01-01T00:00:00Z").hasValue() && format.byte().validate("aGVsbG8?").hasValue()',
    // Sets and texts.
    'sets.contains([1, 2, 3], [1, 2]) && !sets.intersects([1], [2]) && sets.equivalent([1, 2], [2, 1, 1])',
    '"Hello".lowerAscii() == "hello" && "a,b".split(",") == ["a", "b"] && ["a", "b"].join("-") == "a-b"',
    '"%s is %d".format(["x", 5]) == "x is 5"',
    '"%s".format([[1, 2.5, "a", true, null]]) == "[1, 2.500000, \\"a\\", true, null]"',
    '"%s".format([{"b": 1, "a": [true]}]) == "{\\"a\\":[true], \\"b\\":1}" && "%.1f".format([12345.678]) == "12,345.7"',
    '"%e".format([12345.678]) == "1.234568\u202f\u00d7\u202f10\u2070\u2074"',
    'duration("1m1.5s").getMilliseconds() == 61500 && duration("1m1.5s").getSeconds() == 61',
    // Values that may not be there.
    'optional.of(1).hasValue() && {"a": 1}.?b.orValue(2) == 2 && {"a": 1}[?"a"].optMap(v, v + 1).value() == 2',
  ])('hold: %s', (text) => {
    expect(evaluate(text)).toBe(true);
  });

  it.each([
    ['[].min()', 'min called on empty list'],
    ['url("not a url")', 'URL parse error during conversion from string: parse "not a url": invalid URI for request'],
    ['quantity("1.5").asInteger()', 'cannot convert value to integer'],
    ['1 / 0', 'division by zero'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['{"a": 1}["b"]', 'no such key: b'],
    ['[1][2]', 'index out of bounds: 2'],
    ['"a".matches("(" + "b")', 'error parsing regexp: missing closing ): `(b`'],
  ])('fail where there is no answer: %s', (text, message) => {
    expect(() => evaluate(text)).toThrow(new EvaluationError(message));
  });

  it.each([
    ['sets.contains([1], [1])', 28, 29],
    ['ip("::1").family() == 6', 29, 30],
    ['format.uuid() == format.uuid()', 30, 31],
    ['quantity("1") == quantity("1")', 27, 28],
    ['1 < 1.5', 27, 28],
    ['strings.quote("a") == "a"', 28, 29],
  ])('come with their release: %s', (text, before, since) => {
    expect(kubernetesEnvironment(before).compile(text).error).toBeDefined();
    expect(kubernetesEnvironment(since).compile(text).error).toBeUndefined();
  });

  it.each([
    ['duration("abc") == duration("1s")', '1:10', 'invalid duration argument'],
    ['timestamp("abc") == timestamp(0)', '1:11', 'invalid timestamp argument'],
    ['"a".matches("(")', '1:13', 'invalid matches argument'],
    ['isSemver("1.0.0")', '1:9', "undeclared reference to 'isSemver' (in container '')"],
    ['[1, "a"].size() == 2', '1:5', "expected type 'int' but found 'string'"],
    ['{"a": 1, "b": true}.size() == 2', '1:15', "expected type 'int' but found 'bool'"],
  ])('are checked as they are written: %s', (text, place, message) => {
    expect(environment.compile(text).error).toMatch(`ERROR: <input>:${place}: ${message}\n`);
  });
});

describe('The cost of an evaluation', () => {
  it.each([
    ['1', 0],
    ['true && false', 0],
    ['1 + 2', 1],
    ['"abc" == "abd"', 1],
    ['[1, 2].size() == 2', 2],
    ['[1, 2, 3].all(x, x > 0)', 16],
    ['"a".matches("a+")', 1],
    ['sets.contains([1, 2], [1])', 3],
    ['quantity("1Gi").isGreaterThan(quantity("1Mi"))', 3],
  ])('of %s is %d', (text, cost) => {
    expect(environment.compile(text).program!.evaluate({ find: () => undefined }).cost).toBe(cost);
  });

  it('has a limit that no operator can do without [LIM-12]', () => {
    const { program } = environment.compile('true || [1, 2, 3].all(x, [1, 2, 3].all(y, x + y > 0)) || false');
    expect(program!.evaluate({ find: () => undefined }, 5).value).toBe(true);
    const tooMuch = environment.compile('[1, 2, 3].all(x, x > 0) || true').program!;
    expect(() => tooMuch.evaluate({ find: () => undefined }, 5)).toThrow(CostLimitError);
  });

  it('stays linear in what a macro gathers', () => {
    const text = `[${Array.from({ length: 2000 }, (_, i) => i).join(', ')}].map(x, x + 1).filter(x, x % 2 == 0).size() == 1000`;
    expect(evaluate(text)).toBe(true);
  });
});
