import { StatusError } from '../../../src/plugin-api/index.js';
import { checkProxiedAddress, resolveProxied } from './proxied-address.js';
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
  it.each(['10.0.0.1', '192.168.1.1', '8.8.8.8', 'fd00::1', '2001:db8::1', '::ffff:10.0.0.1'])(
    'allows %s',
    (address) => {
      expect(() => checkProxiedAddress(address)).not.toThrow();
    },
  );

  it.each([
    '',
    'name',
    '0.0.0.0',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.1.1',
    'fe80::1',
    'febf::1',
    'ff02::1',
  ])('refuses %j', (address) => {
    expect(() => checkProxiedAddress(address)).toThrow('address not allowed');
  });
});

describe('resolveProxied()', () => {
  it('answers the address that a host is, and refuses names of the server itself', async () => {
    expect(await resolveProxied('10.0.0.1')).toEqual(['10.0.0.1']);
    await expect(resolveProxied('localhost')).rejects.toThrow('address not allowed');
    await expect(resolveProxied('no such name')).rejects.toThrow(StatusError);
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
