import { hostFault } from './arrival-checks.js';

const head = (version: string, ...rawHeaders: string[]): Parameters<typeof hostFault>[0] => {
  const [httpVersionMajor, httpVersionMinor] = version.split('.').map(Number);
  return { rawHeaders, httpVersionMajor, httpVersionMinor };
};

describe('hostFault()', () => {
  it.each([
    ['1.1', ['Host', 'binnacle:6443']],
    ['1.1', ['accept', '*/*', 'HOST', '[::1]:80', 'date', 'x']],
    ['1.1', ['host', '']],
    ['1.0', []],
    ['2.0', [':authority', 'a']],
  ])('has nothing against %s %p', (version, headers) => {
    expect(hostFault(head(version, ...headers))).toBeUndefined();
  });

  it.each([
    ['1.1', [], 'Bad Request: missing required Host header'],
    ['1.1', ['hosts', 'a'], 'Bad Request: missing required Host header'],
    ['1.1', ['Host', 'a', 'host', 'a'], 'Bad Request'],
    ['1.0', ['Host', 'a', 'host', 'a'], 'Bad Request'],
    ['1.1', ['Host', 'a b'], 'Bad Request: malformed Host header'],
    ['1.1', ['Host', 'a/b'], 'Bad Request: malformed Host header'],
  ])('refuses %s %p', (version, headers, fault) => {
    expect(hostFault(head(version, ...headers))).toBe(fault);
  });
});
