import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DECLARATION = /^(export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = ([^;'"`]+);$/gm;
const OPERATION = /^(.+) (\*|<<|-|\+) ([^*<+-]+)$/;

/** A constant of a source: its expression, and whether other files may import it. */
interface Constant {
  readonly file: string;
  readonly isExported: boolean;
  readonly expression: string;
}

/** The numeric constants of sources, by name. */
export class Constants {
  private readonly byName = new Map<string, Constant[]>();

  /** Reads those of the TypeScript files in folders. */
  static of(root: string, folders: readonly string[]): Constants {
    const constants = new Constants();
    for (const folder of folders) {
      const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((each) => each.endsWith('.ts') && !each.endsWith('spec.ts'))) {
        const file = join(folder, name);
        constants.add(file, readFileSync(join(root, file), 'utf8'));
      }
    }
    return constants;
  }

  /** Adds the constants of a file. */
  add(file: string, text: string): void {
    for (const [, exported, name, expression] of text.matchAll(DECLARATION)) {
      const known = this.byName.get(name) ?? [];
      this.byName.set(name, [...known, { file, isExported: exported !== undefined, expression }]);
    }
  }

  /**
   * Returns the value of a constant. Of several with the name, the one whose file or folder the page names counts, or
   * else the one that is exported; undefined if that is not one.
   */
  find(name: string, page = ''): number | undefined {
    const all = this.byName.get(name) ?? [];
    const paths = [...page.matchAll(/\b(?:src|plugins)\/[\w./-]+/g)].map(([path]) => path);
    const exact = all.filter(({ file }) => paths.includes(file));
    const within = all.filter(({ file }) => paths.some((path) => file.startsWith(`${path}/`)));
    const exported = all.filter(({ isExported }) => isExported);
    const found = [all, exact, within, exported].find((each) => each.length === 1)?.[0];
    return found && this.valueOf(found.expression, found.file);
  }

  private valueOf(expression: string, file: string): number | undefined {
    const text = expression.trim();
    if (/^[\d_.]+$/.test(text)) return Number(text.replaceAll('_', ''));
    if (/^[A-Z][A-Z0-9_]*$/.test(text)) return this.find(text, file);
    const [, left, operator, right] = OPERATION.exec(text) ?? [];
    const [a, b] = [left, right].map((side) => (side === undefined ? undefined : this.valueOf(side, file)));
    return a === undefined || b === undefined ? undefined : OPERATIONS[operator](a, b);
  }
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '*': (a, b) => a * b,
  '<<': (a, b) => a << b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
};
