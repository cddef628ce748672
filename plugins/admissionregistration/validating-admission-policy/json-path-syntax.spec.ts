import { jsonPathFault } from './json-path-syntax.js';

describe('jsonPathFault()', () => {
  it.each([
    '',
    'spec.validations[0].expression',
    '$.spec.a',
    '.a\\.b',
    "['a b'].c",
    '..name',
    '.items[*].a',
    '.items[-1:]',
    '.items[0,1]',
    ".items['a','b']",
    '.items[?(@.a=="x)y")].b',
    '.items[?(@.a)]',
    'a}text{.b',
    '"text" 5 -1.5 true',
    '"a\\n\\u00e9"',
    '.items[:]',
  ])('finds nothing in %j', (text) => expect(jsonPathFault(text)).toBeUndefined());

  it.each([
    ['-', 'cannot parse number -'],
    ['1.2.3', 'cannot parse number 1.2.3'],
    ['a|b', undefined],
    ['|', "unrecognized character in action: U+007C '|'"],
    ['\u0001', 'unrecognized character in action: U+0001'],
    ['.a\t', 'unrecognized character in action: U+0009'],
    ['.a\n', 'unclosed action'],
    ['{', "unrecognized character in action: U+007B '{'"],
    ['.a[', 'unterminated array'],
    ['.a[x]', 'invalid array index x'],
    ['.a[-]', 'array index - is not a number'],
    ['.a[99999999999999999999]', 'array index 99999999999999999999 is not a number'],
    ['.a[0,x]', 'invalid array index x'],
    ['....a', 'invalid multiple recursive descent'],
    ['.a[?(@.b', 'unterminated filter'],
    ['.a[?(@.b)x', 'unclosed array expect ]'],
    ['.a[?(@.b==|)]', "unrecognized character in action: U+007C '|'"],
    ["'a", 'unterminated quoted string'],
    ['"\\q"', 'unquote string "\\q" error invalid syntax'],
    ['.a[?(@.b==)]', "unrecognized character in action: U+003D '='"],
    ['.a[?(=)]', "unrecognized character in action: U+003D '='"],
    ['a}{\n', 'unclosed action'],
  ])('of %j is %j', (text, fault) => expect(jsonPathFault(text)).toBe(fault));
});
