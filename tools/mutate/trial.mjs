import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--max-old-space-size=4096'];
/** Characters of the output of errors that are kept. */
const ERRORS_LENGTH = 2000;

const JEST = [join('node_modules', 'jest', 'bin', 'jest.js'), '--runInBand', '--silent', '--forceExit', '--ci'];

/** Runs specs of an instrumented copy of the checkout in their own processes. */
export class Trials {
  /**
   * `directory` is the copy; `count` the highest number of a mutant; `stallMs` how long a process may report nothing, `timeMs`
   * how long the tests for one mutant may take together.
   */
  constructor(directory, { count, stallMs, timeMs }) {
    this.directory = directory;
    this.count = count;
    this.stallMs = stallMs;
    this.timeMs = timeMs;
    this.plan = join(directory, 'mutation-plan.json');
    this.reports = join(directory, 'mutation-report.jsonl');
  }

  /**
   * Tries mutants with one spec. Answers `{ outcomes, loaded, covered, failing }`: outcomes by number of those that the
   * spec's tests execute; undefined where the spec does not run at all.
   */
  async attempt(spec, candidates) {
    const found = { outcomes: new Map(), loaded: [], covered: [], failing: [] };
    let left = candidates;
    do {
      await this.start([spec], { candidates: left });
      const next = this.read(found, left);
      if (next === undefined) return found.outcomes.size > 0 ? found : undefined;
      left = next;
    } while (left.length > 0);
    return found;
  }

  /** Runs specs with one mutant on from the start: its outcome. */
  async force(specs, id) {
    const code = await this.start(specs, { forced: id }, ['--bail']);
    return code === undefined ? 'timed out' : code === 0 ? 'survived' : 'killed';
  }

  /** Takes in a report; answers the candidates that another process has to try, undefined if nothing was begun. */
  read(found, candidates) {
    const lines = readFileSync(this.reports, 'utf8').split('\n').filter(Boolean).map(JSON.parse);
    const summary = lines.find((line) => line.covered);
    if (!summary) return undefined;
    Object.assign(found, summary);
    for (const { id, outcome } of lines) if (id) found.outcomes.set(id, outcome);
    const begun = lines.flatMap(({ began }) => began ?? []);
    const last = begun.at(-1);
    const after = () => candidates.slice(candidates.indexOf(last) + 1);
    if (lines.some(({ spoilt }) => spoilt)) return begun.length === 1 ? after() : [last, ...after()];
    if (last === undefined || found.outcomes.has(last)) return [];
    found.outcomes.set(last, 'timed out');
    return after();
  }

  /** Runs jest to its end: the exit code, undefined if it stalled. */
  start(specs, plan, options = []) {
    writeFileSync(this.plan, JSON.stringify({ ...plan, count: this.count, timeMs: this.timeMs, report: this.reports }));
    writeFileSync(this.reports, '');
    const environment = join(this.directory, 'tools', 'mutate', 'mutant-environment.mjs');
    const args = [...FLAGS, ...JEST, ...options, '--env', environment, '--runTestsByPath', ...specs];
    return new Promise((resolve) => {
      // A group of its own, so that what the specs start ends with them.
      this.child = spawn(process.execPath, args, {
        cwd: this.directory,
        env: { ...process.env, MUTATION_PLAN: this.plan },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      this.errors = '';
      this.child.stderr.on('data', (chunk) => (this.errors = (this.errors + chunk).slice(-ERRORS_LENGTH)));
      const timer = setInterval(() => this.isStalled() && this.end(), 1000);
      this.child.on('close', (code) => {
        clearInterval(timer);
        this.child = undefined;
        resolve(code ?? undefined);
      });
    });
  }

  isStalled() {
    return existsSync(this.reports) && Date.now() - statSync(this.reports).mtimeMs > this.stallMs;
  }

  /** Ends what is running. */
  end() {
    try {
      if (this.child) process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // It has ended without a signal.
    }
  }
}
