import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ControllerHost } from '../../controllers/index.js';
import { type ApiServerOptions, ServerAddress } from '../../options/index.js';
import type { ControllerPace } from '../../plugin-api/built-in.js';
import { type PluginClass, settingsOf, tryPlugins } from '../../plugin-host/index.js';
import { type ServerCertificates, writeAdminKubeconfig } from '../certificates/index.js';
import { ConnectionGuard, InsecureListener, portOf, retireListener } from '../connections/index.js';
import { RequestPipeline } from '../pipeline/request-pipeline.js';
import { LivePlugins } from './live-plugins.js';
import { StartSequence } from './start-sequence.js';

/** How long clients of HTTP/1.1 get to send the request by which they learn to come again, in milliseconds. */
const RETIREMENT_MS = 1000;

/** Values of a plugin's options by property. */
export type PluginOptionValues = Readonly<Record<string, unknown>>;

/** A running server. */
export interface ApiServer {
  /** Where it listens: `https://127.0.0.1:6443`. */
  readonly url: string;
  /** Where it listens without TLS, when it does. */
  readonly insecureUrl: string | undefined;
  /** The absolute path of the administrator's kubeconfig; empty for an extension server, whose cluster has one. */
  readonly kubeconfigPath: string;
  /** The administrator's kubeconfig; empty as well. */
  readonly kubeconfig: string;
  /** The certificate authority, in PEM. */
  readonly certificateAuthority: string;
  /** Resolves when `/readyz` answers 200; rejects when a start hook failed for good, and the server never will be. */
  readonly ready: Promise<void>;
  /** Runs the pending work of each controller, one after another; for servers whose controllers are stepped. */
  stepControllers(): Promise<void>;
  /**
   * Installs a plugin while the server runs: its kinds, versions and contributions are there once it resolves. Rejects
   * with PluginError where the plugin is wrong or would take a name that is taken, and with OptionsError where its options
   * do not take the values.
   */
  install(plugin: PluginClass, options?: PluginOptionValues): Promise<void>;
  /**
   * Replaces an installed plugin by one of the same group: a newer version of it. Kinds of one plural keep their watches;
   * running requests finish as they began. Rejects as `install` does, with the old one still in its place.
   */
  replace(old: PluginClass, next: PluginClass): Promise<void>;
  /**
   * Takes everything away again that a plugin has contributed: its watches end, its objects stay stored. Resolves when the
   * lifecycle hooks of its end have run.
   */
  uninstall(plugin: PluginClass): Promise<void>;
  /**
   * Makes way for another process on the same socket: takes no new connections, asks clients to come again, serves what still
   * comes, and then closes.
   */
  retire(): Promise<void>;
  /** Finishes running requests, ends watches, closes the store. Closing twice is harmless. */
  close(): Promise<void>;
}

/** The dependencies of a running server. */
export interface RunningServerParts {
  readonly options: ApiServerOptions;
  readonly certificates: ServerCertificates;
  /** End what runs beside the application. */
  readonly closers: readonly (() => Promise<void>)[];
  readonly pace: ControllerPace;
}

/** The administrator's kubeconfig: where it lies and what it says. */
interface WrittenKubeconfig {
  readonly path: string;
  readonly text: string;
}

/** A server that listens; it becomes ready on its own. */
export class RunningServer implements ApiServer {
  readonly ready: Promise<void>;
  readonly url: string;
  readonly insecureUrl: string | undefined;
  readonly kubeconfigPath: string;
  readonly kubeconfig: string;
  readonly certificateAuthority: string;
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly parts: RunningServerParts,
    kubeconfig: WrittenKubeconfig,
  ) {
    const { certificates, pace } = parts;
    this.kubeconfigPath = kubeconfig.path;
    this.kubeconfig = kubeconfig.text;
    this.url = app.get(ServerAddress).localUrl;
    this.insecureUrl = app.get(InsecureListener).url;
    this.certificateAuthority = certificates.authority;
    this.ready = app.get(StartSequence).run(pace);
    // Failures are reported by /readyz and the log if the caller does not await it.
    this.ready.catch(() => {});
  }

  /** Sets the address of the server, and completes its start. */
  static async of(app: NestFastifyApplication, parts: RunningServerParts): Promise<RunningServer> {
    const { options, certificates } = parts;
    const address = app.get(ServerAddress);
    address.port = portOf(app.getHttpServer());
    const { authority, admin } = certificates;
    if (!admin) return new RunningServer(app, parts, { path: '', text: '' });
    const written = await writeAdminKubeconfig(options.certificateDirectory, address.localUrl, { authority, admin });
    const path = resolve(written);
    return new RunningServer(app, parts, { path, text: await readFile(path, 'utf8') });
  }

  stepControllers(): Promise<void> {
    return this.app.get(ControllerHost).step();
  }

  async install(plugin: PluginClass, values?: PluginOptionValues): Promise<void> {
    const { ofPlugins } = this.parts.options;
    if (values) ofPlugins.give(settingsOf(plugin).prefix, values);
    if (this.parts.options.extensions.pluginChecks) await tryPlugins([plugin]);
    return this.app.get(LivePlugins).install(plugin);
  }

  async replace(old: PluginClass, next: PluginClass): Promise<void> {
    if (this.parts.options.extensions.pluginChecks) await tryPlugins([next]);
    return this.app.get(LivePlugins).replace(old, next);
  }

  uninstall(plugin: PluginClass): Promise<void> {
    return this.app.get(LivePlugins).uninstall(plugin);
  }

  async retire(): Promise<void> {
    const { app } = this;
    retireListener(app.getHttpServer() as Server);
    app.get(InsecureListener).retire();
    app.get(ConnectionGuard).retireAll();
    app.get(RequestPipeline).serveLate();
    await delay(RETIREMENT_MS);
    await this.close();
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await Promise.all(this.parts.closers.map((close) => close()));
    await this.app.close();
  }
}
