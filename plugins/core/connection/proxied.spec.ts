import { StatusError } from '../../../src/plugin-api/index.js';
import { checkProxiedAddress, resolveProxied } from './proxied-address.js';
import { SPELLINGS } from '../../../test/fixtures/forbidden-addresses.js';
import { readProxiedName } from './proxied-name.js';
import { checkPort } from './proxied-port.js';

describe('readProxiedName()', () => {
  it.each([
    ['a', { scheme: 'http', name: 'a', port: '' }],
    ['a:', { scheme: 'http', name: 'a', port: '' }],
    ['a:web', { scheme: 'http', name: 'a', port: 'web' }],
    ['https:a:', { scheme: 'https', name: 'a', port: '' }],
    [':a:1', { scheme: 'http', name: 'a', port: '1' }],
  ])('reads %s', (text, name) => {
    expect(readProxiedName('pod', text)).toEqual(name);
  });

  it.each(['', ':1', 'ftp:a:1', 'a:b:c:d', 'http::1'])('refuses %j', (text) => {
    expect(() => readProxiedName('pod', text)).toThrow(`invalid pod request "${text}"`);
  });
});

describe('checkProxiedAddress()', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['192.168.1.1', '192.168.1.1'],
    ['8.8.8.8', '8.8.8.8'],
    ['FD00:0::01', 'fd00::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
    ['64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
    ['2002:a00:1::1', '2002:a00:1::1'],
  ])('allows %s, which is connected to as %s', (address, canonical) => {
    expect(checkProxiedAddress(address)).toBe(canonical);
  });

  it.each(SPELLINGS)('rejects %j', (address) => {
    expect(() => checkProxiedAddress(address)).toThrow('address not allowed');
  });
});

describe('resolveProxied()', () => {
  it('answers the address that a host is, and refuses names of the server itself', async () => {
    expect(await resolveProxied('10.0.0.1')).toEqual(['10.0.0.1']);
    await expect(resolveProxied('localhost')).rejects.toThrow('address not allowed');
    await expect(resolveProxied('no such name')).rejects.toThrow(StatusError);
  });

  it.each(SPELLINGS)('rejects %j', async (address) => {
    await expect(resolveProxied(address)).rejects.toThrow(/address not allowed|no such host/);
  });
});

describe('checkPort()', () => {
  it('takes numbers of ports, and none', () => {
    for (const port of ['', '1', '65535']) expect(() => checkPort(port)).not.toThrow();
  });

  it.each(['web', '65536', '-1', '1 '])('refuses %j', (port) => {
    expect(() => checkPort(port)).toThrow('error trying to reach service');
  });
});
