import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, SystemClock } from '../../observability/index.js';
import { TokenFileAuthenticator } from './token-file.authenticator.js';

describe('TokenFileAuthenticator', () => {
  let directory: string;
  let path: string;
  let authenticator: TokenFileAuthenticator;
  let changes: number;
  let lines: string;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'tokens-'));
    path = join(directory, 'tokens.csv');
    writeFileSync(path, 'old,alice,u-1,devs\n');
    changes = 0;
    lines = '';
    const logger = createLogger({ destination: { write: (line: string) => void (lines += line) } });
    const onChange = (): void => void changes++;
    authenticator = await TokenFileAuthenticator.open({
      path,
      audiences: ['api'],
      clock: new SystemClock(),
      logger,
      onChange,
    });
  });

  afterEach(() => {
    authenticator.close();
    rmSync(directory, { recursive: true });
  });

  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it('knows the tokens of the file, for the audiences of the server', () => {
    const user = { name: 'alice', uid: 'u-1', groups: ['devs'] };
    const known = { user, audiences: ['api'], knownBy: 'token file' };
    expect(authenticator.authenticateToken('old', ['other', 'api'])).toEqual(known);
    expect(authenticator.authenticateToken('old', ['other'])).toBeUndefined();
    expect(authenticator.authenticateToken('new', ['api'])).toBeUndefined();
  });

  it('takes over a changed file', async () => {
    writeFileSync(path, 'new,bob,u-2\n');
    await until(() => changes === 1);
    expect(authenticator.authenticateToken('old', ['api'])).toBeUndefined();
    expect(authenticator.authenticateToken('new', ['api'])?.user.name).toBe('bob');
  });

  it('keeps the old content when the new one is broken, and says so without showing it', async () => {
    writeFileSync(path, 'secret-token\n');
    await until(() => lines.includes('a changed file is invalid'));
    expect(authenticator.authenticateToken('old', ['api'])?.user.name).toBe('alice');
    expect(lines).not.toContain('secret-token');
  });
});
