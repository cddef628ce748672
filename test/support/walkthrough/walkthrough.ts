import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eventually } from '../eventually.js';
import { editText } from './edit-text.js';
import { FIRST_TERMINAL, type Step } from './page-steps.js';
import { patternOf } from './shown-output.js';
import { Terminal } from './terminal.js';

/** Installing packages takes longest. */
const PATIENCE_MS = 270_000;
const READS_ONLY = /^(kubectl (get|explain|auth) .*\n)+$/;

/** Does what a page says, in the order of the page. */
export class Walkthrough {
  private readonly terminals = new Map<string, Terminal>();
  private ran: { block: string; output: string } | undefined;

  /** The directory is where the reader begins; files are those of `project` in it. */
  constructor(
    private readonly directory: string,
    private readonly project: string,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Does one step; throws where its result is not that of the page. */
  async take(step: Step): Promise<void> {
    if (step.does === 'run') return this.run(step);
    if (step.does === 'show') return this.compare(step.terminal, step.text);
    if (step.does === 'interrupt') return this.interrupt(step.terminal);
    const path = join(this.directory, this.project, step.file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, step.does === 'edit' ? editText(await readFile(path, 'utf8'), step.text) : step.text);
  }

  /** Ends what runs in the terminals. */
  async close(): Promise<void> {
    await Promise.all([...this.terminals.values()].map((terminal) => terminal.interrupt()));
  }

  /** The terminal is a new one afterwards. */
  private async interrupt(name: string): Promise<void> {
    await this.terminal(name).interrupt();
    this.terminals.delete(name);
  }

  private async run({ terminal, text, exit }: Extract<Step, { does: 'run' }>): Promise<void> {
    if (terminal !== FIRST_TERMINAL) return this.terminal(terminal).start(text);
    await this.repeatedWhereReading(text, async () => {
      const { code, output } = await this.terminal(terminal).run(text, PATIENCE_MS);
      if (code !== exit) throw new Error(`${text}ended with ${code}, not ${exit}:\n${output}`);
      this.ran = { block: text, output };
    });
  }

  private async compare(name: string, shown: string): Promise<void> {
    const terminal = this.terminal(name);
    if (name !== FIRST_TERMINAL) return void (await terminal.read(new RegExp(patternOf(shown)), PATIENCE_MS));
    const pattern = new RegExp(`^${patternOf(shown)}$`);
    const { block } = this.ran!;
    let { output } = this.ran!;
    await this.repeatedWhereReading(block, async () => {
      if (pattern.test(output)) return;
      const printed = output;
      ({ output } = await terminal.run(block, PATIENCE_MS));
      throw new Error(`${block}printed\n${printed}\nand not\n${shown}`);
    });
  }

  /** Commands that only read are tried again: a controller or a reload may not be done. */
  private repeatedWhereReading(block: string, attempt: () => Promise<void>): Promise<void> {
    return READS_ONLY.test(block) ? eventually(attempt) : attempt();
  }

  private terminal(name: string): Terminal {
    const directory = name === FIRST_TERMINAL ? this.directory : join(this.directory, this.project);
    const terminal = this.terminals.get(name) ?? new Terminal(directory, this.environment);
    this.terminals.set(name, terminal);
    return terminal;
  }
}
