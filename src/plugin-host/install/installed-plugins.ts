import type { ApiGroupDeclaration, ContributedParts, VersionsOfKind } from '../../plugin-api/built-in.js';
import type { HookClass } from '../../registry/index.js';
import { proposal } from '../checks/index.js';
import type { PluginClass } from '../load/index.js';
import { PluginError } from '../mistakes/index.js';
import type { InstalledKind } from './kind-installer.js';
import type { ReportUndo, Undo, UndoStack } from './undo-stack.js';

/** Finds what Nest has made of a class inside a plugin's module. */
export type Resolve = <T>(plugin: PluginClass, hook: HookClass<T>) => T;

/** A plugin with what Nest has made of its classes. */
export interface ComingPlugin {
  readonly plugin: PluginClass;
  readonly declaration: ApiGroupDeclaration;
  readonly contributed: ContributedParts;
  readonly resolve: Resolve;
}

/** The names and kinds of a plugin: a plugin in its place takes them over. */
export interface Holdings {
  readonly kinds: InstalledKind[];
  freeNames: Undo;
  readonly undo: UndoStack;
}

/** A plugin that is installed, and how to undo that. */
export interface InstalledPlugin extends ComingPlugin {
  readonly held: Holdings;
  /** Undoes everything besides names and kinds. */
  readonly joined: UndoStack;
  /** Undoes the versions that the plugin adds to kinds of others; they are renewed when those are replaced. */
  readonly versions: UndoStack;
  /** Logs a step that could not be undone. */
  readonly report: ReportUndo;
}

/** The plugins that are installed now, in the order in which they came. */
export class InstalledPlugins {
  private readonly installed = new Map<PluginClass, InstalledPlugin>();

  /** Returns all of them. */
  all(): readonly InstalledPlugin[] {
    return [...this.installed.values()];
  }

  /** Returns a plugin; undefined where it is not installed. */
  find(plugin: PluginClass): InstalledPlugin | undefined {
    return this.installed.get(plugin);
  }

  /** Returns a plugin. Throws PluginError where it is not installed. */
  of(plugin: PluginClass): InstalledPlugin {
    const installed = this.installed.get(plugin);
    if (!installed) throw new PluginError([`${plugin.name}: is not installed`]);
    return installed;
  }

  /** Throws PluginError where a plugin is installed. */
  checkAbsent(plugin: PluginClass): void {
    if (this.installed.has(plugin)) throw new PluginError([`${plugin.name}: is installed already`]);
  }

  /** Adds a plugin; the result removes the one that has its names and kinds then. */
  add(plugin: InstalledPlugin): Undo {
    this.installed.set(plugin.plugin, plugin);
    return () => {
      for (const { plugin: each, held } of this.all()) if (held === plugin.held) this.installed.delete(each);
    };
  }

  /** Replaces a plugin by another, whose names and kinds it has. */
  exchange(old: InstalledPlugin, next: InstalledPlugin): void {
    this.installed.delete(old.plugin);
    this.installed.set(next.plugin, next);
  }

  /** Returns the kind that a plugin adds versions to. Throws PluginError, with the most similar one, where no plugin declares it. */
  kindOf(plugin: PluginClass, of: VersionsOfKind['of']): InstalledKind {
    const kinds = this.all().flatMap(({ held }) => held.kinds);
    const found = kinds.find(({ kind }) => kind.group === of.group && kind.definition.plural === of.resource);
    if (found) return found;
    const known = kinds.map(({ kind }) => ({ group: kind.group, resource: kind.definition.plural }));
    const similar = proposal(of, known, 'Install the plugin that brings it.');
    throw new PluginError([
      `${plugin.name}: has versions of ${of.resource} of group "${of.group}", which no plugin declares. ${similar}`,
    ]);
  }
}
