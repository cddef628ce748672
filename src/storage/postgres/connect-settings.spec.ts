import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { PostgresSettings } from '../postgres-settings.js';
import { readConnectSettings } from './connect-settings.js';

const NONE = { url: '', urlFile: '', passwordFile: '', caFile: '', certFile: '', keyFile: '' };

describe('readConnectSettings()', () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-connect-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const fileWith = async (name: string, text: string): Promise<string> => {
    const path = join(directory, name);
    await writeFile(path, text);
    return path;
  };
  const configOf = async (settings: Partial<PostgresSettings>): Promise<ClientConfig> => {
    const limits = { schema: 'binnacle', maxConnections: 5, statementTimeoutMs: 1000 };
    const connect = await readConnectSettings({ ...NONE, ...limits, ...settings });
    return connect.clientConfig(connect.hosts[0]!);
  };
  const passwordOf = async (settings: Partial<PostgresSettings>): Promise<string> => {
    const { password } = await configOf(settings);
    return (password as () => Promise<string>)();
  };

  it.each([
    ['postgres://u@127.0.0.1/d', false],
    ['postgres://u@/d?host=/run', false],
    ['postgres://u@db/d', true],
    ['postgres://u@127.0.0.1,db/d', true],
    ['postgres://u@db/d?sslmode=disable', false],
    ['postgres://u@127.0.0.1/d?sslmode=require', true],
  ])('encrypts connections to %s: %s', async (url, isEncrypted) => {
    expect((await configOf({ url })).ssl !== false).toBe(isEncrypted);
  });

  it('verifies certificates against the authority and the host', async () => {
    const caFile = await fileWith('ca.pem', 'authority');
    const { ssl } = await configOf({ url: 'postgres://u@127.0.0.1/d', caFile });
    expect(ssl).toEqual({ ca: 'authority', cert: undefined, key: undefined, host: '127.0.0.1' });
  });

  it('takes the password of the file, else that of the URL', async () => {
    const urlFile = await fileWith('url', 'postgres://u:of-url@db/d\n');
    const passwordFile = await fileWith('password', 'of-file\n');
    expect(await passwordOf({ urlFile, passwordFile })).toBe('of-file');
    expect(await passwordOf({ urlFile })).toBe('of-url');
    await writeFile(passwordFile, 'changed');
    expect(await passwordOf({ urlFile, passwordFile })).toBe('changed');
  });

  it('names the file of a malformed URL, and not its content', async () => {
    const urlFile = await fileWith('bad-url', 'postgres://u:secret@');
    const failing = configOf({ urlFile });
    await expect(failing).rejects.toMatchObject({ code: 'Unreachable', message: expect.stringContaining(urlFile) });
    await expect(failing).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
  });

  it('rejects where a file cannot be read', async () => {
    const failing = configOf({ url: 'postgres://u@db/d', caFile: '/nowhere/ca' });
    await expect(failing).rejects.toMatchObject({ code: 'Unreachable', message: 'cannot read /nowhere/ca: ENOENT' });
  });
});
