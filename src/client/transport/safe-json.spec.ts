import { OutboundError } from '../../outbound/index.js';
import { readJson, readJsonObject } from './safe-json.js';

const WIDE = '9007199254740993';

/** True if the value or one in it has a member named `__proto__`, or another prototype than it should. */
function isPolluted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const copy: object = Object.assign({}, value);
  if (Object.hasOwn(value, '__proto__') || Object.getPrototypeOf(copy) !== Object.prototype) return true;
  return Object.values(value).some(isPolluted);
}

describe('readJson()', () => {
  it('reads integers that a number does not hold as bigint, others as numbers', () => {
    const text = `{"spec":{"size":${WIDE},"tons":-${WIDE},"slots":3},"list":[9007199254740991,18446744073709551615]}`;
    expect(readJson(text)).toEqual({
      spec: { size: 9007199254740993n, tons: -9007199254740993n, slots: 3 },
      list: [9007199254740991, 18446744073709551615n],
    });
  });

  it.each(['__proto__', '__prot\\u006f__', '\\u005f_proto__'])(
    'leaves members named %s out, beside long integers too',
    (name) => {
      for (const number of ['1', WIDE]) {
        const inner = `{"${name}":{"isAdmin":${number}},"size":${number},"none":null}`;
        const value = readJson(`{"${name}":[${number}],"spec":${inner},"items":[${inner}]}`);
        const read = number === '1' ? 1 : 9007199254740993n;
        expect(value).toEqual({ spec: { size: read, none: null }, items: [{ size: read, none: null }] });
        expect(isPolluted(value)).toBe(false);
      }
    },
  );

  it.each(['', 'secret', `{"secret":${WIDE}`, `{"secret":0${WIDE}}`, `{${WIDE}:"secret"}`])(
    'fails for %s without its text',
    (text) => {
      expect(() => readJson(text)).toThrow(new OutboundError('malformed', 'the answer is not JSON'));
    },
  );
});

describe('readJsonObject()', () => {
  it('reads objects', () => {
    expect(readJsonObject(`{"a":${WIDE}}`)).toEqual({ a: 9007199254740993n });
  });

  it.each(['1', WIDE, 'null', '[]', '"{}"'])('fails for %s', (text) => {
    expect(() => readJsonObject(text)).toThrow(new OutboundError('malformed', 'the answer is no JSON object'));
  });
});
