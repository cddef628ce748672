import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { backupName, timeOfBackup } from './backup-name.js';
import { FormerLogs, type FormerLogsSettings } from './former-logs.js';
import { LogFile } from './log-file.js';

const DAY = 24 * 60 * 60 * 1000;
let directory: string;
let path: string;
const clock = new FakeClock(Date.UTC(2024, 0, 31, 12, 30, 5, 7));

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'binnacle-audit-'));
  path = join(directory, 'audit.log');
});
afterEach(() => rmSync(directory, { recursive: true }));

const names = (): string[] => readdirSync(directory).sort();
const write = (file: LogFile, text: string): void => file.write(Buffer.from(text));

describe('LogFile', () => {
  const open = (maxBytes: number, onRotated = (): void => {}): LogFile =>
    new LogFile({ path, maxBytes, clock, onRotated });

  it('appends to what is there, and makes what is not', () => {
    LogFile.ensure(join(directory, 'deep', 'audit.log'));
    expect(statSync(join(directory, 'deep', 'audit.log')).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'a\n', { mode: 0o640 });
    const file = open(100);
    write(file, 'b\n');
    file.close();
    write(file, 'c\n');
    file.close();
    expect(readFileSync(path, 'utf8')).toBe('a\nb\nc\n');
  });

  it('renames a full file by the time, and keeps its permissions', () => {
    writeFileSync(path, '', { mode: 0o640 });
    let rotations = 0;
    const file = open(4, () => rotations++);
    write(file, '123\n');
    write(file, '45\n');
    file.close();
    const former = 'audit-2024-01-31T12-30-05.007.log';
    expect(names()).toEqual([former, 'audit.log']);
    expect(readFileSync(join(directory, former), 'utf8')).toBe('123\n');
    expect(readFileSync(path, 'utf8')).toBe('45\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(rotations).toBe(2);
  });

  it('renames a file that was full before', () => {
    writeFileSync(path, '123');
    const file = open(4);
    write(file, '4');
    file.close();
    expect(names()).toHaveLength(2);
  });

  it('refuses what no file has room for', () => {
    expect(() => write(open(4), '12345')).toThrow('write length 5 exceeds maximum file size 4');
  });

  it('reports failures, and writes again when they are over', () => {
    const file = new LogFile({ path: join(path, 'x'), maxBytes: 10, clock, onRotated: () => {} });
    writeFileSync(path, '');
    expect(() => write(file, 'a')).toThrow(/ENOTDIR|EEXIST/);
    rmSync(path);
    write(file, 'a');
    file.close();
    expect(readFileSync(join(path, 'x'), 'utf8')).toBe('a');
  });
});

describe('backupName()', () => {
  it('has the time in UTC, which can be read back', () => {
    const name = 'audit-2024-01-31T12-30-05.007.log';
    expect(backupName(path, clock.now())).toBe(join(directory, name));
    expect([timeOfBackup(path, name), timeOfBackup(path, `${name}.gz`)]).toEqual([clock.now(), clock.now()]);
    const others = [
      'audit.log',
      'audit-x.log',
      'other-2024-01-31T12-30-05.007.log',
      'audit-2024-01-31T12-30-05.007.txt',
    ];
    expect(others.map((other) => timeOfBackup(path, other))).toEqual(others.map(() => undefined));
  });
});

describe('FormerLogs.tidy()', () => {
  /** Former logs that are so many days old. */
  const makeFormer = (...ages: number[]): string[] =>
    ages.map((days) => {
      const name = backupName(path, clock.now() - days * DAY);
      writeFileSync(name, `of day ${days}`, { mode: 0o600 });
      return name.slice(directory.length + 1);
    });
  const tidy = async (settings: Partial<FormerLogsSettings>): Promise<void> => {
    const logger = createLogger({ isEnabled: false });
    const former = new FormerLogs({
      path,
      maxBackups: 0,
      maxAgeDays: 0,
      compresses: false,
      clock,
      logger,
      ...settings,
    });
    former.tidy();
    await former.settled();
  };

  it('removes all but the latest', async () => {
    const [first, second] = makeFormer(1, 2, 3);
    writeFileSync(join(directory, 'notes.log'), '');
    await tidy({ maxBackups: 2 });
    expect(names()).toEqual([second, first, 'notes.log'].sort());
  });

  it('removes those that are too old', async () => {
    const [first] = makeFormer(1, 3);
    await tidy({ maxAgeDays: 2 });
    expect(names()).toEqual([first]);
  });

  it('compresses those that are kept', async () => {
    const [first, second] = makeFormer(1, 2, 3);
    await tidy({ compresses: true, maxBackups: 2 });
    expect(names()).toEqual([`${second}.gz`, `${first}.gz`].sort());
    expect(gunzipSync(readFileSync(join(directory, `${first}.gz`))).toString()).toBe('of day 1');
    expect(statSync(join(directory, `${first}.gz`)).mode & 0o777).toBe(0o600);
  });

  it('keeps everything without limits', async () => {
    makeFormer(1, 400);
    await tidy({});
    expect(names()).toHaveLength(2);
  });
});
