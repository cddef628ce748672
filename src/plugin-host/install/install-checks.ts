import type { Logger } from '../../observability/index.js';
import type { ContributedParts } from '../../plugin-api/built-in.js';
import { type Catalogue, type Contributions, findRepeatedNames } from '../catalogue/index.js';
import {
  checkContributed,
  checkHandlers,
  checkTypeNames,
  findUnknownResources,
  warnOfDoubts,
} from '../checks/index.js';
import { PluginError, nameOf, withPlaces } from '../mistakes/index.js';
import type { ComingPlugin, InstalledPlugins } from './installed-plugins.js';

/** The registries that coming plugins are compared with. */
export interface InstallChecksParts {
  readonly plugins: InstalledPlugins;
  readonly catalogue: Pick<Catalogue, 'groupResources' | 'hasStatus'>;
  readonly contributions: Contributions;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Checks of plugins that need what Nest has made of their classes, or the plugins that are installed. */
export class InstallChecks {
  constructor(private readonly parts: InstallChecksParts) {}

  /** Throws PluginError where what Nest has made lacks functions for which it would be called. */
  checkInstances({ plugin, declaration, contributed, resolve }: ComingPlugin): void {
    const name = nameOf(plugin);
    const mistakes = [
      ...checkContributed(name, contributed),
      ...checkHandlers(name, declaration, (hook) => resolve(plugin, hook)),
    ];
    if (mistakes.length > 0) throw new PluginError(withPlaces(mistakes, [[plugin, declaration]]));
  }

  /** Throws PluginError where a class of a coming plugin has the type name of one that is installed. */
  checkTypes({ plugin, declaration }: ComingPlugin): void {
    const installed = this.parts.plugins.all().map((each) => {
      return { plugin: each.plugin.name, declaration: each.declaration };
    });
    const coming = { plugin: nameOf(plugin), declaration };
    // The installed ones have been compared with each other when they came.
    const mistakes = checkTypeNames([...installed, coming]).filter((text) => text.startsWith(`${coming.plugin}: `));
    if (mistakes.length > 0) throw new PluginError(mistakes);
  }

  /** Throws PluginError where contributions share a name, those that come included and those that go left out. */
  checkNames(coming?: ContributedParts, going?: ContributedParts): void {
    const mistakes = findRepeatedNames(this.parts.contributions, coming, going);
    if (mistakes.length > 0) throw new PluginError(mistakes);
  }

  /** Warns of references to resources that no kind has, now that the kinds of all plugins are there. */
  warnOfUnknownResources({ plugin, declaration, contributed }: ComingPlugin): void {
    const { catalogue, logger } = this.parts;
    if (contributed.writeHooks.length === 0 && declaration.roles === undefined) return;
    const naming = { plugin: nameOf(plugin), declaration, contributed };
    const known = catalogue.groupResources().map((each) => ({ ...each, hasStatus: catalogue.hasStatus(each) }));
    const unknown = findUnknownResources(naming, known);
    for (const reason of withPlaces(unknown, [[plugin, declaration]]))
      logger.warn('a plugin names what no kind has', { reason });
  }

  /** Warns of what a plugin that comes while the server runs may not mean; a start does so before plugins are created. */
  warn(coming: ComingPlugin): void {
    this.warnOfUnknownResources(coming);
    warnOfDoubts([coming.plugin], this.parts.logger);
  }
}
