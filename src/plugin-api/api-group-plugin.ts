import { Module, type ModuleMetadata } from '@nestjs/common';
import type { AdmissionPlugin } from '../admission/index.js';
import type { StartHook } from './start-hook.js';
import type { GroupResource } from '../apimachinery/index.js';
import type { Injectable, KindDefinition, KindVersion } from '../registry/index.js';

/** What `@ApiGroupPlugin` declares: one API group, its versions and kinds, and the Nest providers its hooks need. */
export interface ApiGroupPluginOptions extends ModuleMetadata {
  /** Group name, `''` for the core group. */
  readonly group: string;
  /** Versions in the order discovery shows them; the first is preferred. */
  readonly versions: readonly string[];
  // Kinds of different shapes stand in one list; each is typed by defineKind.
  readonly kinds: readonly KindDefinition<never>[];
  /** Versions of this group that kinds of other plugins have: the same stored objects, found under another group. */
  readonly versionsOf?: readonly VersionsOfKind[];
  /** Admission plugins the group brings. */
  readonly admission?: readonly Injectable<AdmissionPlugin>[];
  /** What is done once at every start, in order. */
  readonly startHooks?: readonly Injectable<StartHook>[];
  /** Where the group stands in discovery; higher first. Third-party groups come after the built-in ones. */
  readonly priority?: number;
}

/** Versions that a plugin adds to a kind which another one brings. */
export interface VersionsOfKind {
  readonly of: GroupResource;
  /** In the plugin's group unless they name another one. */
  readonly versions: readonly KindVersion[];
}

const PLUGIN = Symbol.for('binnacle.plugin');

/**
 * Declares a class as a plugin: a Nest module that adds one API group. Strategies, handlers and controllers named by
 * its kinds are instantiated by Nest inside this module, so they may inject the module's providers and everything
 * the server exports.
 */
export function ApiGroupPlugin(options: ApiGroupPluginOptions): ClassDecorator {
  const { group, versions, kinds, versionsOf = [], priority, admission = [], startHooks = [], ...metadata } = options;
  return (target) => {
    const others = [...admission, ...startHooks] as NonNullable<ModuleMetadata['providers']>;
    const ofVersions = [...kinds, ...versionsOf].flatMap((kind) => kind.versions).flatMap(handlerClasses);
    const hooks = [...kinds.flatMap(hookClasses), ...ofVersions, ...others];
    Module({ ...metadata, providers: [...(metadata.providers ?? []), ...new Set(hooks)] })(target);
    Object.defineProperty(target, PLUGIN, {
      value: { group, versions, kinds, versionsOf, priority, admission, startHooks },
    });
  };
}

/** What the plugin host reads from a plugin class. */
export type ApiGroupDeclaration = Pick<
  ApiGroupPluginOptions,
  'group' | 'versions' | 'kinds' | 'versionsOf' | 'priority' | 'admission' | 'startHooks'
>;

/** The declaration of a plugin class; undefined for any other value. */
export function declarationOf(plugin: unknown): ApiGroupDeclaration | undefined {
  if (typeof plugin !== 'function') return undefined;
  return (plugin as unknown as Record<symbol, ApiGroupDeclaration | undefined>)[PLUGIN];
}

function hookClasses(kind: KindDefinition<never>): NonNullable<ModuleMetadata['providers']> {
  const hooks: unknown[] = [kind.strategy, kind.review, kind.source];
  return [...hooks.filter((h): h is new () => object => typeof h === 'function'), ...handlerClasses(kind)];
}

function handlerClasses({ subresources = [] }: Pick<KindVersion, 'subresources'>): (new () => object)[] {
  return subresources.map(({ handler }) => handler as new () => object);
}
