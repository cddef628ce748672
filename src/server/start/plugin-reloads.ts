import { resolve } from 'node:path';
import type { Logger } from '../../observability/index.js';
import { FolderWatch, type PluginClass, folderOf, loadPlugin, sourceOf } from '../../plugin-host/index.js';
import type { ApiServerOptions } from '../../options/index.js';
import type { ApiServer } from './running-server.js';

/** The dependencies of reloads. */
export interface PluginReloadsParts {
  readonly server: Pick<ApiServer, 'install' | 'replace' | 'uninstall'>;
  readonly logger: Logger;
  /** Absolute paths that the server itself writes to. */
  readonly written: ReadonlySet<string>;
}

/** Returns the folders and files that a server with these options writes to. */
export function writtenPaths({ storage, certificateDirectory, audit }: ApiServerOptions): ReadonlySet<string> {
  const paths = [storage.dataDir, certificateDirectory, ...(audit.logPath === '' ? [] : [audit.logPath])];
  return new Set(paths.map((path) => resolve(path)));
}

/** The plugins of one source, and what became of its last change. */
interface FollowedSource {
  readonly specifier: string;
  plugins: readonly PluginClass[];
  /** The failure of the last reload; undefined where it succeeded. */
  fault?: string;
  generation: number;
}

/**
 * Loads plugins again when their files change (`--watch-plugins`). One that cannot be loaded or fails its checks leaves the
 * former one in place.
 */
export class PluginReloads {
  private readonly sources: readonly FollowedSource[];
  private readonly watches: readonly FolderWatch[];
  private work: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    plugins: readonly PluginClass[],
    private readonly parts: PluginReloadsParts,
  ) {
    const specifiers = new Set(plugins.map(sourceOf).filter((source) => source !== undefined));
    this.sources = [...specifiers].map((specifier) => {
      return { specifier, plugins: plugins.filter((plugin) => sourceOf(plugin) === specifier), generation: 0 };
    });
    this.watches = this.sources.flatMap((source) => {
      const folder = folderOf(source.specifier);
      return folder === undefined ? [] : [new FolderWatch(folder, () => this.queue(source), parts.written)];
    });
  }

  /** Describes the sources whose last change is not served; undefined if there is none. */
  get remark(): string | undefined {
    const faults = this.sources.filter(({ fault }) => fault !== undefined);
    const texts = faults.map(({ specifier, fault }) => `${specifier} is served as before its last change: ${fault}`);
    return texts.length === 0 ? undefined : texts.join('; ');
  }

  /** Stops following files; resolves when no reload is running. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const watch of this.watches) watch.close();
    await this.work;
  }

  private queue(source: FollowedSource): void {
    this.work = this.work.then(() => this.reload(source));
  }

  private async reload(source: FollowedSource): Promise<void> {
    if (this.isClosed) return;
    const { logger } = this.parts;
    const started = performance.now();
    const { specifier } = source;
    try {
      await this.exchange(source, await loadPlugin(specifier, ++source.generation));
      source.fault = undefined;
      logger.info('a changed plugin is served', { plugin: specifier, ms: Math.round(performance.now() - started) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      source.fault = reason.replace(/\s+/g, ' ');
      // A text with line breaks is logged as it is, without escaped quotes.
      logger.error('a changed plugin cannot be served; the former one stays', {
        plugin: specifier,
        reason: `${reason}\n`,
      });
    }
  }

  /** Plugins of one name are the same plugin. */
  private async exchange(source: FollowedSource, next: readonly PluginClass[]): Promise<void> {
    const { server } = this.parts;
    for (const plugin of next) {
      const old = source.plugins.find(({ name }) => name === plugin.name);
      if (old) await server.replace(old, plugin);
      else await server.install(plugin);
      source.plugins = [...source.plugins.filter((each) => each !== old), plugin];
    }
    for (const gone of source.plugins.filter((plugin) => !next.includes(plugin))) await server.uninstall(gone);
    source.plugins = next;
  }
}
