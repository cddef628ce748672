import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'binnacle-testing-';
const OWNER = 'owner';
const NOTE = 'note-';
const STDERR = 2;

/** The folder of this process, in which every server has its own. */
let processFolder: string | undefined;
let guard: ChildProcess | undefined;
let notes = 0;

/**
 * Creates a folder, for its owner alone, that goes when the process ends, however it ends: a guard process waits for the
 * end of a pipe. Where that was killed too, the next process that makes a folder removes those without an owner.
 */
export function makeTemporaryFolder(): string {
  processFolder ??= openProcessFolder();
  return mkdtempSync(join(processFolder, 'server-'));
}

/** Removes a folder with its content. */
export function removeTemporaryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Leaves a text that is written to standard error once the process has ended without a call of what is returned, and without `exit`
 * listeners: those of jest's tests are never called.
 */
export function leaveNote(text: string): () => void {
  processFolder ??= openProcessFolder();
  const path = join(processFolder, `${NOTE}${++notes}`);
  writeFileSync(path, text);
  return () => rmSync(path, { force: true });
}

function openProcessFolder(): string {
  removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  writeFileSync(join(folder, OWNER), ownerText(process.pid));
  guardFolder(folder);
  process.once('exit', () => {
    removeTemporaryFolder(folder);
    guard?.kill('SIGKILL');
  });
  return folder;
}

/** A shell takes less than a megabyte, and its own session keeps signals to the process group away from it. */
function guardFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const script = `cat >/dev/null; cat -- "$0"/${NOTE}*; rm -rf -- "$0"`;
  guard = spawn('/bin/sh', ['-c', script, folder], { detached: true, stdio: ['pipe', STDERR, 'ignore'], cwd: '/' });
  // Without a shell the next process cleans up.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  (guard.stdin as { unref?: () => void } | null)?.unref?.();
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const folder = join(tmpdir(), name);
    if (name.startsWith(PREFIX) && isAbandoned(folder)) removeTemporaryFolder(folder);
  }
}

/** A folder whose owner cannot be read may be that of another user, or one that is being made. */
function isAbandoned(folder: string): boolean {
  try {
    const owner = readFileSync(join(folder, OWNER), 'utf8');
    return owner !== ownerText(Number(owner.split(' ')[0]));
  } catch {
    return false;
  }
}

/** The process and when it began, because numbers of processes are used again. Other than any text where it is gone. */
function ownerText(pid: number): string {
  if (process.platform !== 'linux') return isAlive(pid) ? `${pid} ` : '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may have spaces in it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${pid} ${fields[19]}`;
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
