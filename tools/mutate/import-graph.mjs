import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const IMPORT = /(?:from|import) '(\.[^']+)\.js'/g;

/** The modules of a checkout and what each imports, by path from its root. */
export class ImportGraph {
  constructor(root, folders = ['src', 'plugins', 'test']) {
    this.root = root;
    this.imports = new Map();
    for (const folder of folders) {
      for (const name of readdirSync(join(root, folder), { recursive: true })) {
        if (name.endsWith('.ts')) this.imports.set(join(folder, name), this.importsOf(join(folder, name)));
      }
    }
  }

  importsOf(file) {
    const text = readFileSync(join(this.root, file), 'utf8');
    const named = [...text.matchAll(IMPORT)].map(([, path]) => resolve(this.root, dirname(file), `${path}.ts`));
    return named.filter((path) => existsSync(path)).map((path) => relative(this.root, path));
  }

  /** Returns all modules that a module imports, directly or not, itself included. */
  reachedFrom(file) {
    const reached = new Set([file]);
    for (const each of reached) for (const next of this.imports.get(each) ?? []) reached.add(next);
    return reached;
  }

  /**
   * Returns the unit specs that notice a change of a file: those that import it, or the index of its folder's area.
   * Specs of other areas reach it through whole modules, and seldom assert what it does.
   */
  specsFor(file) {
    const area = file.split('/').slice(0, 2).join('/');
    const specs = [...this.imports.keys()].filter((path) => path.endsWith('.spec.ts') && path.startsWith(`${area}/`));
    return specs.filter((spec) => this.reachedFrom(spec).has(file)).sort();
  }
}
