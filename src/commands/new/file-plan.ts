import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError, type Output } from '../output.js';

/** How a plan is carried out. */
export interface PlanSettings {
  /** The folder that paths are relative to. */
  readonly folder: string;
  /** How messages name the folder; empty for the current one. */
  readonly shown: string;
  /** True if files that exist are replaced. */
  readonly isForced: boolean;
  /** True if nothing is written. */
  readonly isDryRun: boolean;
}

/** The files to write, all at once and only if none is in the way. */
export class FilePlan {
  private readonly created = new Map<string, string>();
  private readonly edited = new Map<string, string>();
  private readonly advice: string[] = [];

  /** Plans a new file. */
  create(path: string, text: string): void {
    this.created.set(path, text);
  }

  /** Plans another text of a file; undefined, where it could not be edited, becomes advice. */
  edit(path: string, text: string | undefined, advice: string): void {
    if (text === undefined) this.advise(path, advice);
    else this.edited.set(path, text);
  }

  /** Plans the edits of one file one after another; where one fails, all of them become advice. */
  editAll(path: string, text: string, edits: readonly FileEdit[]): void {
    let edited: string | undefined = text;
    for (const { apply } of edits) edited = edited === undefined ? undefined : apply(edited);
    const advice = edits.map((edit) => `    ${edit.advice}`).join('\n');
    if (edited !== text) this.edit(path, edited, advice);
  }

  /** Writes everything and says so. Throws CommandError, with nothing written, where a file is in the way. */
  carryOut({ folder, shown, isForced, isDryRun }: PlanSettings, { out, err }: Output): void {
    const taken = [...this.created.keys()].filter((path) => existsSync(join(folder, path)));
    if (taken.length > 0 && !isForced) {
      const files = taken.map((path) => join(shown, path)).join(', ');
      throw new CommandError(`${files}: there already; --force overwrites`);
    }
    const [created, edited] = isDryRun ? ['would create', 'would edit  '] : ['created', 'edited '];
    for (const [path, text] of [...this.created, ...this.edited]) {
      out.write(`${this.edited.has(path) ? edited : created} ${join(shown, path)}\n`);
      if (!isDryRun) write(join(folder, path), text);
    }
    for (const text of this.advice) err.write(`${text}\n`);
    if (isDryRun) out.write('Nothing was written (--dry-run).\n');
  }

  private advise(path: string, advice: string): void {
    this.advice.push(`${path} could not be edited safely; add this to it:\n${advice}`);
  }
}

/** One change of a file, and the advice for a user who has to make it. */
export interface FileEdit {
  readonly apply: (text: string) => string | undefined;
  readonly advice: string;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
