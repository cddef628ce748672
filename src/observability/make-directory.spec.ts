import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory, makeDirectorySync } from './make-directory.js';

describe('makeDirectory()', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'binnacle-directory-'));
  });

  afterEach(() => rmSync(root, { recursive: true }));

  it('makes missing parents too, with the mode', async () => {
    expect(await makeDirectory(join(root, 'a', 'b', 'c'), 0o700)).toBe(true);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'a', 'b', 'c')).isDirectory()).toBe(true);
    expect(await makeDirectory(join(root, 'a', 'b', 'c'), 0o755)).toBe(false);
  });

  it('may be called twice at a time', async () => {
    const paths = ['x', 'y', 'x'].map((name) => join(root, 'a', 'b', name));
    await Promise.all(paths.map((path) => makeDirectory(path, 0o700)));
    expect(paths.every((path) => statSync(path).isDirectory())).toBe(true);
  });

  it('reports a file system without directories, and never waits', async () => {
    await expect(makeDirectory('/proc/nobody/a/b', 0o700)).rejects.toThrow('ENOENT');
  });

  it.each(['file', 'file/a', 'file/a/b'])('reports a file in place of a directory: %s', async (path) => {
    writeFileSync(join(root, 'file'), '');
    await expect(makeDirectory(join(root, path), 0o700)).rejects.toThrow('ENOTDIR');
  });

  it('reports a dangling link', async () => {
    symlinkSync(join(root, 'nowhere'), join(root, 'link'));
    await expect(makeDirectory(join(root, 'link', 'a'), 0o700)).rejects.toThrow('EEXIST');
  });
});

describe('makeDirectorySync()', () => {
  it('makes missing parents too, and takes what is there', () => {
    const root = mkdtempSync(join(tmpdir(), 'binnacle-directory-'));
    const path = join(root, 'a', 'b');
    makeDirectorySync(path, 0o700);
    makeDirectorySync(path, 0o755);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    rmSync(root, { recursive: true });
  });

  it('reports a file system without directories, and never waits', () => {
    expect(() => makeDirectorySync('/proc/nobody/a/b', 0o700)).toThrow('ENOENT');
  });
});
