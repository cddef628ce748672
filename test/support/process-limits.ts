import { execFileSync } from 'node:child_process';

/** Limits the size to which a running process may extend a file; undefined lifts the limit. */
export function limitFileSize(pid: number, bytes: number | undefined): void {
  setLimit(pid, 'fsize', bytes);
}

/** Limits how many files a running process may have open; undefined lifts the limit. */
export function limitOpenFiles(pid: number, count: number | undefined): void {
  setLimit(pid, 'nofile', count);
}

/** Only the soft limit, which can be lifted again by any process that may set it. */
function setLimit(pid: number, resource: 'fsize' | 'nofile', limit: number | undefined): void {
  const most = execFileSync('prlimit', [`--pid=${pid}`, `--${resource}`, '--output=HARD', '--noheadings', '--raw']);
  const soft = limit ?? most.toString().trim();
  execFileSync('prlimit', [`--pid=${pid}`, `--${resource}=${soft}:`]);
}
