import { shownArguments, shownValue } from './shown-arguments.js';

describe('shownArguments()', () => {
  it.each([
    [['--my-token=abc'], ['--my-token=[masked]']],
    [
      ['--db-password', 'abc', '--v=2'],
      ['--db-password', '[masked]', '--v=2'],
    ],
    [['--webhook=https://user:pass@host/path'], ['--webhook=https://[masked]@host/path']],
    [['--token-auth-file=/etc/tokens.csv'], ['--token-auth-file=/etc/tokens.csv']],
    [
      ['--continue-token-ttl', '5m'],
      ['--continue-token-ttl', '5m'],
    ],
    [
      ['--client-secret', '--v=2'],
      ['--client-secret', '--v=2'],
    ],
  ])('masks secrets: %j', (argv, shown) => {
    expect(shownArguments(argv)).toEqual(shown);
  });
});

describe('shownValue()', () => {
  it('masks values of flags for secrets, and users of URLs', () => {
    expect(shownValue('client-secret', 'abc')).toBe('[masked]');
    expect(shownValue('client-secret', '')).toBe('');
    expect(shownValue('plugins', 'https://u:p@host/x.js')).toBe('https://[masked]@host/x.js');
    expect(shownValue('tls-private-key-file', '/key.pem')).toBe('/key.pem');
  });
});
