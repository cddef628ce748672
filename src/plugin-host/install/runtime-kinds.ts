import { type GroupResource, formatApiVersion, formatGroupResource } from '../../apimachinery/index.js';
import { type KindDeclaration, KindRegistrar, type ServedKind } from '../../plugin-api/index.js';
import { type KindOutcome, type NameConflict } from '../../plugin-api/built-in.js';
import type { HookClass, KindDefinition, Stop } from '../../registry/index.js';
import { checkRuntimeKind } from '../checks/index.js';
import { kindLabel, PluginError } from '../mistakes/index.js';
import type { InstalledKind, KindInstaller, KindOrder } from './kind-installer.js';
import type { KindNameOwners, NameHolder } from '../catalogue/index.js';

/** The dependencies for serving kinds at run time. */
export interface RuntimeKindsParts {
  readonly installer: Pick<KindInstaller, 'install' | 'replace' | 'uninstall' | 'occupantOf'>;
  readonly names: KindNameOwners;
}

/** Serves kinds that come while the server runs, beside those of plugins and by the same installer. */
export class RuntimeKinds extends KindRegistrar {
  private readonly running = new WeakMap<ServedKind, RunningKind>();

  constructor(private readonly parts: RuntimeKindsParts) {
    super();
  }

  override serve(declaration: KindDeclaration): KindOutcome {
    const { installer, names } = this.parts;
    const definition = checkedDefinition(declaration);
    const running = new RunningKind(declaration);
    const conflicts = this.takeNames(running, declaration);
    if (conflicts.length > 0) return { conflicts };
    try {
      running.installed = installer.install(orderOf(declaration, definition));
    } catch (error) {
      names.release(running);
      throw error;
    }
    this.running.set(running.kind, running);
    return { kind: running.kind };
  }

  override async replace(kind: ServedKind, declaration: KindDeclaration): Promise<KindOutcome> {
    const running = this.running.get(kind);
    if (!running) throw withdrawn(kind);
    const outcome = running.work.then(() => this.replaceNow(running, declaration));
    running.work = outcome.catch(() => {});
    return outcome;
  }

  override withdraw(kind: ServedKind): void {
    const running = this.running.get(kind);
    if (!running) return;
    this.running.delete(kind);
    this.parts.installer.uninstall(running.installed!);
    this.parts.names.release(running);
    this.parts.names.announceFreed(running.kind.groupResource.group);
  }

  override onNamesFreed(listener: (group: string) => void): Stop {
    return this.parts.names.onFreed(listener);
  }

  private async replaceNow(running: RunningKind, declaration: KindDeclaration): Promise<KindOutcome> {
    const { installer, names } = this.parts;
    const { kind } = running;
    if (!this.running.has(kind)) throw withdrawn(kind);
    const { group, definition: before } = kind.declaration;
    const definition = checkedDefinition(declaration, kind.groupResource);
    const conflicts = this.takeNames(running, declaration);
    if (conflicts.length > 0) return { conflicts };
    try {
      running.installed = await installer.replace(running.installed!, orderOf(declaration, definition));
    } catch (error) {
      names.keepOnly(running, group, before as unknown as KindDefinition);
      throw this.running.has(kind) ? error : withdrawn(kind);
    }
    kind.declaration = declaration;
    running.owner = declaration.owner;
    names.keepOnly(running, group, definition);
    names.announceFreed(group);
    return { kind };
  }

  /** Takes the names of a declaration besides those its kind has; where there are conflicts nothing is taken. */
  private takeNames(running: RunningKind, declaration: KindDeclaration): NameConflict[] {
    const { names } = this.parts;
    const { owner, group, definition } = declaration;
    const apiVersions = definition.versions.map((version) => formatApiVersion({ group, version: version.name }));
    const others = [...names.reservedFor(owner, apiVersions), ...this.occupied(declaration)];
    if (others.length > 0) return others;
    return names.take(running, group, definition as unknown as KindDefinition);
  }

  private occupied({ group, definition }: KindDeclaration): NameConflict[] {
    const occupant = this.parts.installer.occupantOf(group, definition as unknown as KindDefinition);
    if (!occupant || (occupant.group === group && occupant.resource === definition.plural)) return [];
    const value = definition.storagePrefix ?? definition.plural;
    return [{ name: 'storagePrefix', value, owner: formatGroupResource(occupant) }];
  }
}

/** A kind with what its registrar knows of it; holds its names. */
class RunningKind implements NameHolder {
  readonly kind: { readonly groupResource: GroupResource; declaration: KindDeclaration };
  owner: string;
  installed: InstalledKind | undefined;
  /** Replacements that are under way. */
  work: Promise<unknown> = Promise.resolve();

  constructor(declaration: KindDeclaration) {
    const { owner, group, definition } = declaration;
    this.owner = owner;
    this.kind = { groupResource: { group, resource: definition.plural }, declaration };
  }
}

/** The definition of a declaration nothing is wrong with; throws PluginError otherwise, also where it is of another resource. */
function checkedDefinition({ owner, group, definition }: KindDeclaration, of?: GroupResource): KindDefinition {
  const mistakes = checkRuntimeKind(`${owner}: ${kindLabel(definition)}`, group, definition);
  if (of && (of.group !== group || of.resource !== definition.plural)) {
    mistakes.push(
      `${owner}: ${formatGroupResource(of)} is replaced by another resource; withdraw it and serve that one`,
    );
  }
  if (mistakes.length > 0) throw new PluginError(mistakes);
  return definition as unknown as KindDefinition;
}

function orderOf(
  { owner, group, priority, resolve = noInstance }: KindDeclaration,
  definition: KindDefinition,
): KindOrder {
  return { plugin: owner, group, definition, priority, resolve };
}

function noInstance<T>({ name }: HookClass<T>): T {
  throw new PluginError([`${name}: is declared as a class; give the declaration resolve, or an instance`]);
}

function withdrawn({ groupResource }: ServedKind): Error {
  return new Error(`${formatGroupResource(groupResource)} is withdrawn`);
}
