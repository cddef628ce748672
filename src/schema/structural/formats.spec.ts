import { formatCheck } from './formats.js';

/** Texts that have a format, and texts that do not. */
const CASES: Record<string, readonly [readonly string[], readonly string[]]> = {
  bsonobjectid: [['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901', 'x']],
  uri: [
    ['urn:a:b', 'http://a/b', '/a', 'http://[::1]:80/'],
    ['', 'a', ':x', 'http://a b/', '/%zz', 'a\n'],
  ],
  email: [
    ['a@b.c', '"a b"@c.d', 'A <a@b.c>', '<a@b>'],
    ['a', 'a@', '@b', 'a@b@c', 'a b@c', 'a <b', ''],
  ],
  hostname: [
    ['a', 'a.bc', 'a-b.cd', '1.com', 'ä.de'],
    ['', 'a.b', '-a', 'a.', '1.2', 'x'.repeat(64), 'a_b'],
  ],
  ipv4: [
    ['1.2.3.4', '01.2.3.4'],
    ['1.2.3', '1.2.3.256', '::1'],
  ],
  ipv6: [
    ['::1', '::', '::ffff:1.2.3.4'],
    ['1::2::3', 'fe80::1%eth0', '1.2.3.4'],
  ],
  cidr: [
    ['10.0.0.1/8', '::/0'],
    ['10.0.0.0/33', '10.0.0.0', 'x/8'],
  ],
  mac: [
    ['00:00:5e:00:53:01', '00-00-5e-00-53-01', '0000.5e00.5301'],
    ['00:00', '00:00-5e:00:53:01', 'x'],
  ],
  uuid: [
    ['123E4567E89B12D3A456426614174000', '123e4567-e89b-12d3-a456-426614174000'],
    ['123e4567', 'x'],
  ],
  uuid3: [['bb85c9c8-0f5f-3cbe-8c1c-4f0d1b5a3c4e'], ['bb85c9c8-0f5f-4cbe-8c1c-4f0d1b5a3c4e']],
  uuid4: [['16fd2706-8baf-433b-82eb-8c7fada847da'], ['16fd2706-8baf-433b-02eb-8c7fada847da']],
  uuid5: [['886313e1-3b8a-5372-9b90-0c9aee199e5d'], ['886313e1-3b8a-4372-9b90-0c9aee199e5d']],
  isbn: [
    ['978-0321751041', '0321751043'],
    ['x', '978-0321751042'],
  ],
  isbn10: [
    ['0321751043', '0-8044-2957-X'],
    ['0321751044', '978-0321751041'],
  ],
  isbn13: [['978-0321751041'], ['978-0321751042', '0321751043']],
  creditcard: [['4111-1111-1111-1111'], ['4111-1111-1111-1112', '1']],
  ssn: [
    ['111-22-3333', '111 22 3333'],
    ['111223333', '1'],
  ],
  hexcolor: [
    ['#ff0000', '#FFF', 'fff'],
    ['#ff', '#ggg'],
  ],
  rgbcolor: [['rgb(0, 10,255)'], ['rgba(1,2,3,4)', 'rgb(256,0,0)', 'rgb(01,0,0)']],
  byte: [
    ['YQ==', 'YWI=', 'YWJj'],
    ['', 'a-_', 'YQ=', 'Y==='],
  ],
  password: [['', 'x'], []],
  date: [
    ['2020-01-31', '2020-02-29'],
    ['2020-1-1', '2021-02-29', '2020-01-31T00:00:00Z'],
  ],
  duration: [
    ['1h', '1h30m', '1 h', '2 days', '1.5h', '1w', 'P1D', '3 Weeks'],
    ['1', '', '1 parsec'],
  ],
  datetime: [
    ['2020-01-31T00:00:00Z', '2020-01-31t00:00:00.5+01:00'],
    ['2020-01-31 00:00:00', '2020-01-31T00:00:00', '2020-13-01T00:00:00Z', '2020-01-31T23:59:60Z', '2020-01-31'],
  ],
};

describe('formatCheck()', () => {
  for (const [name, [good, bad]] of Object.entries(CASES)) {
    it(`distinguishes texts of format ${name} from others`, () => {
      const { check } = formatCheck(name);
      expect(good.filter((text) => !check?.(text))).toEqual([]);
      expect(bad.filter((text) => check?.(text))).toEqual([]);
    });
  }

  it('knows formats by their names with and without dashes', () => {
    expect(formatCheck('date-time').format).toBe('date-time');
    expect(formatCheck('date-time').check).toBe(formatCheck('datetime').check);
  });

  it.each(['int32', 'quantity', 'poem', '__proto__', ''])('does not check format "%s"', (name) => {
    expect(formatCheck(name)).toEqual({ format: '', check: undefined });
  });
});
