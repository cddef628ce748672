import { accessSync, constants as fileConstants, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { ReusedBuffer } from './reused-buffer.js';

/** A script of packages, which leaves a function in the exports of the module that it gets. */
type PackageScript = (module: ScriptModule, require: (name: string) => unknown) => void;
/** The members of a CommonJS module that scripts use, and in scripts of the server's own code the words of other modules. */
interface ScriptModule {
  readonly filename: string;
  /** Its directory. */
  readonly path: string;
  exports: LoadByName;
  /** `import()` inside of a chunk. */
  import(specifier: string, chunk: string): Promise<unknown>;
  /** `import.meta.url` of a chunk. */
  urlOf(chunk: string): string;
}
/** Has had this method since the first Node; other tools rely on it as well. */
type CommonJsModule = Module & { _compile(text: string, path: string): void };
type LoadByName = (name: string) => unknown;

/** The chunks of the build by their paths below its directory (`tools/build/compiled-chunks.mjs`). */
export interface ChunkLinks {
  /** The script that has a chunk. */
  readonly scripts: Readonly<Record<string, string | undefined>>;
  /** Chunks that are modules. */
  readonly modules: Readonly<Record<string, unknown>>;
  import(specifier: string): Promise<unknown>;
}

interface LoadedScript {
  readonly script: Script;
  readonly load: LoadByName;
  /** Where its compiled code is kept. */
  readonly cachePath: string;
  readonly isFromCache: boolean;
}

/** The last line of a script names its content, of which V8 compares no more than the length, and its encoding. */
const LAST_LINE = /\/\/ ([0-9a-f]{64}) (latin1|utf8)\n$/;
const LAST_LINE_LENGTH = 80;

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
  private links: ChunkLinks | undefined;
  private readonly files = new ReusedBuffer();

  /** The URL of the build. */
  private readonly root: string;

  /** `directory` is that of the build; `isOwnRealm` is false where code runs in another realm than Node's own. */
  constructor(
    private readonly directory: string,
    private readonly isOwnRealm = isNodesRealm(),
  ) {
    this.root = pathToFileURL(`${directory}/`).href;
  }

  /** Settles where scripts of the server's own code find the rest of it; to be called before the first of them is loaded. */
  link(links: ChunkLinks): void {
    this.links = links;
  }

  /** Returns the exports of a package or a chunk, as `require` has them. Throws where the script has no such package. */
  load(group: string, name: string): unknown {
    let loaded = this.scripts.get(group);
    if (!loaded) this.scripts.set(group, (loaded = this.open(group)));
    return loaded.load(name);
  }

  /** Keeps the compiled code of scripts that were compiled by this process, if the build may be written to. */
  save(): void {
    this.files.release();
    // Elsewhere a script was compiled, but not run: hardly any of its functions are.
    if (!this.isOwnRealm) return;
    for (const [group, { script, cachePath, isFromCache }] of this.scripts) {
      if (isFromCache || this.saved.has(group)) continue;
      this.saved.add(group);
      keep(cachePath, script);
    }
  }

  /** Reports whether the code of a script was compiled by an earlier process. */
  isFromCache(group: string): boolean {
    return this.scripts.get(group)?.isFromCache ?? false;
  }

  private open(group: string): LoadedScript {
    const path = join(this.directory, 'packages', `${group}.cjs`);
    const bytes = this.files.read(path);
    const [, digest = '', encoding] = LAST_LINE.exec(bytes.toString('latin1', bytes.length - LAST_LINE_LENGTH)) ?? [];
    const source = bytes.toString(encoding === 'latin1' ? 'latin1' : 'utf8');
    // V8's tag is the same for releases of Node that change the same V8: code of 20.20 crashed 20.19.
    const name = `${group}-${digest.slice(0, 16)}-${process.version}-${cachedDataVersionTag()}`;
    const cachePath = join(this.directory, '.compile-cache', name);
    const cachedData = this.readIfThere(cachePath);
    const script = new Script(source, { filename: path, cachedData });
    const run = this.isOwnRealm ? runInThisRealm(script, source, path) : compileInRealm(source, path);
    const module = this.moduleOf(path);
    (run as PackageScript)(module, (name) => this.require(name));
    return {
      script,
      load: module.exports,
      cachePath,
      isFromCache: cachedData !== undefined && !script.cachedDataRejected,
    };
  }

  private readIfThere(path: string): Buffer | undefined {
    try {
      return this.files.read(path);
    } catch {
      return undefined;
    }
  }

  private moduleOf(path: string): ScriptModule {
    return {
      filename: path,
      path: dirname(path),
      exports: () => undefined,
      import: (specifier, chunk) => this.import(specifier, chunk),
      urlOf: (chunk) => new URL(chunk, this.root).href,
    };
  }

  /** Finds modules outside of a script: parts of Node, native packages, chunks, and `group-script:name` for another script's. */
  private require(name: string): unknown {
    const [, group, own] = /^(\w+)-script:(.*)$/.exec(name) ?? [];
    if (group !== undefined) return this.load(group, own);
    return this.links?.modules[name] ?? this.requireOfNode(name);
  }

  /** Chunks in scripts are loaded from there; the modules in their places would answer the same. */
  private async import(specifier: string, importer: string): Promise<unknown> {
    if (!specifier.startsWith('.')) return this.links?.import(specifier);
    const url = new URL(specifier, new URL(importer, this.root)).href;
    const chunk = url.startsWith(this.root) ? url.slice(this.root.length) : '';
    const group = this.links?.scripts[chunk];
    return group === undefined ? this.links?.import(url) : this.load(group, chunk);
  }
}

/** Those of this build. */
export const compiledPackages = new CompiledPackages(dirname(dirname(fileURLToPath(import.meta.url))));

/** False inside another realm, such as the sandbox of jest: scripts run in Node's own, whose Error and Map are others. */
function isNodesRealm(): boolean {
  return new Script('Object').runInThisContext() === Object;
}

/** Node translates places by source maps in modules only, not in scripts. */
function runInThisRealm(script: Script, source: string, path: string): unknown {
  if (!process.sourceMapsEnabled) return script.runInThisContext();
  const loaded = new Module(path) as CommonJsModule;
  loaded._compile(`module.exports = ${source}`, path);
  return loaded.exports;
}

function compileInRealm(source: string, path: string): unknown {
  const make = new Function(`return ${source}//# sourceURL=${path}`) as () => unknown;
  return make();
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
