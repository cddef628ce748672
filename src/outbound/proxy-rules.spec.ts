import { proxyFromEnvironment } from './proxy-rules.js';

const BOTH = { HTTP_PROXY: 'http://plain:3128', HTTPS_PROXY: 'secure:3129' };

describe('proxyFromEnvironment()', () => {
  it.each([
    ['http://a.example', 'http://plain:3128'],
    ['https://a.example', 'http://secure:3129'],
    ['https://localhost:8443', undefined],
    ['https://127.1.2.3', undefined],
    ['https://[::1]:8443', undefined],
  ])('leads requests to %s through %s', (server, proxy) => {
    expect(proxyFromEnvironment(server, BOTH)).toBe(proxy);
  });

  it('knows the variables in lower case, the upper ones going first', () => {
    expect(proxyFromEnvironment('http://a.example', { http_proxy: 'low:1' })).toBe('http://low:1');
    expect(proxyFromEnvironment('http://a.example', { http_proxy: 'low:1', HTTP_PROXY: 'up:1' })).toBe('http://up:1');
    expect(proxyFromEnvironment('http://a.example', {})).toBeUndefined();
  });

  it.each([
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['A.EXAMPLE', 'https://a.example', true],
    ['example', 'https://a.example', true],
    ['ample', 'https://a.example', false],
    ['.a.example', 'https://a.example', false],
    ['.example', 'https://a.example', true],
    ['*.example', 'https://a.example', true],
    ['x, a.example:443', 'https://a.example', true],
    ['a.example:8443', 'https://a.example', false],
    ['a.example:8443', 'https://a.example:8443', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.1.2.3', 'https://10.1.2.3:8443', true],
    ['10.1.2.3:443', 'https://10.1.2.3:8443', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['[fd12::1]:443', 'https://[fd12::1]', true],
    ['3', 'https://10.1.2.3', false],
  ])('by NO_PROXY=%s leaves %s alone: %s', (exempt, server, isExempt) => {
    expect(proxyFromEnvironment(server, { ...BOTH, NO_PROXY: exempt }) === undefined).toBe(isExempt);
  });
});
