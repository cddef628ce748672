import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const MARK = /^== (\d+) ==$/m;
const PAUSE_MS = 20;

/** A shell that runs blocks of commands one after the other, and keeps its directory and variables between them. */
export class Terminal {
  private readonly shell: ChildProcess;
  private unread = '';

  constructor(directory: string, environment: NodeJS.ProcessEnv) {
    // A process group of its own: Ctrl-C reaches what runs in the terminal, and nothing else.
    this.shell = spawn('bash', ['--noprofile', '--norc'], { cwd: directory, env: environment, detached: true });
    for (const stream of [this.shell.stdout!, this.shell.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.unread += text));
    }
    this.shell.stdin!.write(`exec 2>&1; set -o errtrace; trap 'failed=$?' ERR\n`);
  }

  /** Starts commands that keep running; those of a page read nothing. */
  start(block: string): void {
    this.shell.stdin!.write(`{ failed=0\n${block}\n} </dev/null\n`);
  }

  /** Runs commands to their end. Answers what they printed and the exit code of the last one that failed, or 0. */
  async run(block: string, patienceMs: number): Promise<{ code: number; output: string }> {
    this.start(block);
    this.shell.stdin!.write('printf "\\n== %d ==\\n" "$failed"\n');
    const [all, code] = await this.read(MARK, patienceMs);
    return { code: Number(code), output: all.replace(MARK, '').trim() };
  }

  /** Waits until what was printed since the last read matches; answers everything up to the end of the match. */
  async read(pattern: RegExp, patienceMs: number): Promise<string[]> {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const match = pattern.exec(this.unread);
      if (match) {
        const end = match.index + match[0].length;
        const read = this.unread.slice(0, end);
        this.unread = this.unread.slice(end);
        return [read, ...match.slice(1)];
      }
      if (Date.now() > deadline) throw new Error(`${pattern} was not printed, but:\n${this.unread}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  /** Presses Ctrl-C, which ends the shell as well. */
  async interrupt(): Promise<void> {
    if (this.shell.exitCode !== null || this.shell.signalCode !== null) return;
    const ended = once(this.shell, 'exit');
    this.shell.stdin!.end();
    this.signal('SIGINT');
    const timer = setTimeout(() => this.signal('SIGKILL'), 10_000);
    await ended;
    clearTimeout(timer);
  }

  private signal(name: NodeJS.Signals): void {
    try {
      process.kill(-this.shell.pid!, name);
    } catch {
      // It has ended meanwhile.
    }
  }
}
