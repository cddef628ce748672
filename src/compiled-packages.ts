import { accessSync, constants as fileConstants, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** A script of packages, which leaves a function in the exports of the module that it gets. */
type PackageScript = (module: ScriptModule, require: (name: string) => unknown) => void;
/** The members of a CommonJS module that scripts use. */
interface ScriptModule {
  readonly filename: string;
  /** Its directory. */
  readonly path: string;
  exports: LoadByName;
}
type LoadByName = (name: string) => unknown;

interface LoadedScript {
  readonly script: Script;
  readonly load: LoadByName;
  /** Where its compiled code is kept. */
  readonly cachePath: string;
  readonly isFromCache: boolean;
}

/** The last line of a script names its content; V8 compares no more than lengths. */
const DIGEST = /\/\/ ([0-9a-f]{64})\n$/;
const DIGEST_LINE = 68;

/**
 * Scripts of the packages that the server loads at every start (`tools/build/compiled-packages.mjs`), with their compiled code, which
 * Node 20 can keep for scripts only, not for ES modules. It is used by the same V8 on the same kind of processor with the same
 * flags; docs/decisions/0262-compiled-code-of-packages.md.
 */
export class CompiledPackages {
  private readonly scripts = new Map<string, LoadedScript>();
  /** Those whose code was kept, or could not be: a process that starts many servers does it once. */
  private readonly saved = new Set<string>();
  private readonly requireOfNode = createRequire(import.meta.url);

  /** `directory` is that of the build; `isOwnRealm` is false where code runs in another realm than Node's own. */
  constructor(
    private readonly directory: string,
    private readonly isOwnRealm = isNodesRealm(),
  ) {}

  /** The exports of a package, as `require` has them. Throws where the script has no such package. */
  load(group: string, name: string): unknown {
    let loaded = this.scripts.get(group);
    if (!loaded) this.scripts.set(group, (loaded = this.open(group)));
    return loaded.load(name);
  }

  /** Keeps the compiled code of scripts that were compiled by this process, if the build may be written to. */
  save(): void {
    // Elsewhere a script was compiled, but not run: hardly any of its functions are.
    if (!this.isOwnRealm) return;
    for (const [group, { script, cachePath, isFromCache }] of this.scripts) {
      if (isFromCache || this.saved.has(group)) continue;
      this.saved.add(group);
      keep(cachePath, script);
    }
  }

  /** True for a script whose code was compiled by an earlier process. */
  isFromCache(group: string): boolean {
    return this.scripts.get(group)?.isFromCache ?? false;
  }

  private open(group: string): LoadedScript {
    const path = join(this.directory, 'packages', `${group}.cjs`);
    const source = readFileSync(path, 'utf8');
    const digest = DIGEST.exec(source.slice(-DIGEST_LINE))?.[1] ?? '';
    const name = `${group}-${digest.slice(0, 16)}-${cachedDataVersionTag()}`;
    const cachePath = join(this.directory, '.compile-cache', name);
    const cachedData = readIfThere(cachePath);
    const script = new Script(source, { filename: path, cachedData });
    const run = this.isOwnRealm ? script.runInThisContext() : compileInRealm(source, path);
    const module: ScriptModule = { filename: path, path: dirname(path), exports: () => undefined };
    (run as PackageScript)(module, (name) => this.require(name));
    return {
      script,
      load: module.exports,
      cachePath,
      isFromCache: cachedData !== undefined && !script.cachedDataRejected,
    };
  }

  /** Finds modules outside of a script: parts of Node, native packages, and `group-script:name` for another script's. */
  private require(name: string): unknown {
    const [, group, own] = /^(\w+)-script:(.*)$/.exec(name) ?? [];
    return group === undefined ? this.requireOfNode(name) : this.load(group, own);
  }
}

/** Those of this build. */
export const compiledPackages = new CompiledPackages(dirname(dirname(fileURLToPath(import.meta.url))));

/** False inside another realm, such as the sandbox of jest: scripts run in Node's own, whose Error and Map are others. */
function isNodesRealm(): boolean {
  return new Script('Object').runInThisContext() === Object;
}

function compileInRealm(source: string, path: string): unknown {
  const make = new Function(`return ${source}//# sourceURL=${path}`) as () => unknown;
  return make();
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Written beside and renamed, for several processes may do it at once. */
function keep(path: string, script: Script): void {
  const directory = dirname(path);
  try {
    accessSync(dirname(directory), fileConstants.W_OK);
    mkdirSync(directory, { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, script.createCachedData(), { mode: 0o644 });
    renameSync(unfinished, path);
  } catch {
    // A start is slower without; nothing else needs it.
  }
}
