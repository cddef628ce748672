import { isLocalHost, parsePostgresUrl } from './postgres-url.js';

describe('parsePostgresUrl()', () => {
  const one = {
    hosts: [{ host: 'db', port: 5432 }],
    user: 'u',
    password: undefined,
    database: 'd',
    isEncrypted: undefined,
  };

  it.each([
    ['postgres://u@db/d', one],
    ['postgresql://u@db/d', one],
    ['postgres://u:p%40ss:w@db:5433/d', { ...one, hosts: [{ host: 'db', port: 5433 }], password: 'p@ss:w' }],
    ['postgres://u:@db/d', { ...one, password: '' }],
    ['postgres://u@db/d?sslmode=disable', { ...one, isEncrypted: false }],
    ['postgres://u@db/d?sslmode=require', { ...one, isEncrypted: true }],
    [
      'postgres://u@a,b:1,[::1]:2/d',
      {
        ...one,
        hosts: [
          { host: 'a', port: 5432 },
          { host: 'b', port: 1 },
          { host: '::1', port: 2 },
        ],
      },
    ],
    ['postgres://u@/d?host=/run/x', { ...one, hosts: [{ host: '/run/x', port: 5432 }] }],
    ['postgres://u@:77/d?host=/run/x', { ...one, hosts: [{ host: '/run/x', port: 77 }] }],
  ])('reads %s', (text, address) => {
    expect(parsePostgresUrl(text)).toEqual(address);
  });

  it.each([
    ['http://u@db/d', 'has not the form'],
    ['postgres://u@db', 'has not the form'],
    ['postgres://db/d', 'names no user'],
    ['postgres://u@/d', 'names no host'],
    ['postgres://u@db:x/d', 'a host that cannot be read'],
    ['postgres://u@db:70000/d', 'names a port above 65535'],
    ['postgres://u@db/d?sslmode=prefer', 'has a sslmode other than disable, require, verify-ca, verify-full'],
    ['postgres://u@db/d?options=x', 'has a parameter other than sslmode and host'],
    ['postgres://u@db/d?host=/run', 'names a host twice'],
    ['postgres://u@/d?host=run', 'is not the directory of a socket'],
    ['postgres://%zz@db/d', 'has a percent sign that begins no escape'],
  ])('refuses %s', (text, message) => {
    expect(() => parsePostgresUrl(text)).toThrow(message);
  });

  it('names no part of a text that may be a password', () => {
    for (const text of [
      'secret',
      'postgres://u:secret@',
      'postgres://u:secret@db:x/d',
      'postgres://u:sec@ret@db/secret',
    ]) {
      expect(() => parsePostgresUrl(text)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('secret') }),
      );
    }
  });
});

describe('isLocalHost()', () => {
  it.each(['/run/postgresql', 'localhost', '127.0.0.1', '127.9.9.9', '::1'])('holds for %s', (host) => {
    expect(isLocalHost({ host, port: 1 })).toBe(true);
  });

  it.each(['db', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com'])('does not hold for %s', (host) => {
    expect(isLocalHost({ host, port: 1 })).toBe(false);
  });
});
