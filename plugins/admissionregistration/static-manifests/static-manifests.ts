import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { ApiObject, Clock, Logger, MetricsRegistry, Stores } from '../../../src/plugin-api/index.js';
import type { ApiServerOptions } from '../../../src/plugin-api/built-in.js';
import type { ManifestKind } from './manifest-kind.js';
import { ManifestMetrics } from './manifest-metrics.js';
import { MANIFESTS_GATE } from './manifests-gate.js';
import { type ManifestSet, readManifests } from './read-manifests.js';
import { ReloadedDirectory } from './reloaded-directory.js';

/** The plugin that manifests configure, and what they may hold. */
export interface ManifestsOfPlugin {
  /** Its name, as metrics show it. */
  readonly plugin: string;
  readonly kinds: readonly ManifestKind[];
  /** Returns what is wrong with the objects together; without it nothing is. */
  readonly check?: (set: ManifestSet) => string | undefined;
}

/** The parts of the server that manifests need. */
export interface StaticManifestsParts {
  readonly stores: Stores;
  readonly metrics: MetricsRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly features: ApiServerOptions['features'];
}

const GROUP = 'admissionregistration.k8s.io';
const EXTENSIONS = ['.yaml', '.yml', '.json'];
const FIELD = 'staticManifestsDir';

/**
 * The webhooks or policies that the files of a directory configure, from before the first request on; the API neither shows nor
 * changes them. Follows the files: all of them are in force, or those before (upstream: manifest/source).
 */
export class StaticManifests {
  private set: ManifestSet = new Map();
  private directory: ReloadedDirectory<ManifestSet> | undefined;
  private hasDirectory = false;
  private onChange: () => void = () => undefined;

  constructor(
    private readonly parts: StaticManifestsParts,
    private readonly ofPlugin: ManifestsOfPlugin,
  ) {}

  /** True if a directory is configured, even while it has no files. */
  get isConfigured(): boolean {
    return this.hasDirectory;
  }

  /** Returns the objects of a kind, by its plural name, in order of their names: the same list until the files change. */
  all<T extends ApiObject>(resource: string): readonly T[] {
    return (this.set.get(resource) ?? []) as readonly ApiObject[] as readonly T[];
  }

  /** Calls back after each change; one listener at most. */
  follow(onChange: () => void): void {
    this.onChange = onChange;
  }

  /** Reads a directory and follows it; nothing for an empty path. Throws an Error unless every file in it can be used. */
  async open(path: string): Promise<void> {
    if (path === '') return;
    this.hasDirectory = true;
    await this.checkDirectory(path);
    const { clock, logger } = this.parts;
    const metrics = new ManifestMetrics(this.ofPlugin.plugin, this.parts.metrics, clock);
    const directory = new ReloadedDirectory<ManifestSet>({
      path,
      extensions: EXTENSIONS,
      parse: (files) => this.read(files),
      onReload: (set, hash) => {
        this.use(set);
        metrics.succeed(hash);
      },
      onFailure: () => metrics.fail(),
      clock,
      logger,
    });
    const { content, hash } = await directory.load();
    this.use(content);
    metrics.succeed(hash);
    this.directory = directory;
    directory.start();
  }

  /** Stops following the files. */
  close(): void {
    this.directory?.stop();
  }

  private use(set: ManifestSet): void {
    this.set = set;
    this.onChange();
  }

  private read(files: Parameters<typeof readManifests>[0]): Promise<ManifestSet> {
    const { kinds, check = () => undefined } = this.ofPlugin;
    const resolve = (resource: string) => this.parts.stores.of(GROUP, resource).kind;
    return readManifests(files, { kinds, resolve, check });
  }

  private async checkDirectory(path: string): Promise<void> {
    if (!this.parts.features.enabled(MANIFESTS_GATE)) {
      throw new Error(`${FIELD}: Forbidden: requires the feature gate ${MANIFESTS_GATE}`);
    }
    const refuse = (why: string): Error => new Error(`${FIELD}: Invalid value: ${JSON.stringify(path)}: ${why}`);
    if (!isAbsolute(path)) throw refuse('must be an absolute file path');
    const facts = await stat(path).catch((error: unknown) => {
      throw refuse(`unable to read: ${(error as Error).message}`);
    });
    if (!facts.isDirectory()) throw refuse('must be a directory');
  }
}
