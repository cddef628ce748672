import {
  checkAs,
  type ApiObject,
  type FieldError,
  type MaybePromise,
  whenSettled,
} from '../../../apimachinery/index.js';
import { checkUpdatedMetadata, checkUpdatedMetadataAgain } from '../metadata-checks.js';
import { copyPath, keepSystemFields, resetMetadata, setGeneration } from '../object-metadata.js';
import { type ResolvedVersion, resetFieldsOf } from '../../kinds/resolved-version.js';
import { PreparedWrite, type StepsOf, type WriteSetting } from './prepared-write.js';
import { type CheckedWrite, inRequested, structuralErrors, versionErrors } from './structural-rules.js';
import { nextGeneration } from './update-rules.js';
import { checkVersion } from './version-check.js';
import { noop } from './write-scope.js';

/** The steps that prepare the next state of an object, in order (upstream: rest.BeforeUpdate). */
export const UPDATE_STEPS: StepsOf<PreparedUpdate<ApiObject>> = [
  { name: 'stale version', run: (write) => write.checkVersionAtOnce() },
  { name: 'namespace', run: (write) => write.matchNamespace() },
  { name: 'owner references', isLong: true, run: (write) => write.dropRepeatedOwners('change') },
  { name: 'field owners', isLong: true, run: (write) => write.trackFieldOwners() },
  { name: 'stale version after conversion', run: (write) => write.checkVersionAfterConversion() },
  { name: 'mutating admission', run: (write) => write.admit() },
  { name: 'object of admission', run: (write) => write.takeMutated() },
  { name: 'prepareForUpdate', run: (write) => write.prepareByStrategy() },
  { name: 'beginUpdate', isLong: true, run: (write) => write.begin() },
  { name: 'loadRules', run: (write) => write.loadRules() },
  { name: 'conversion for rules', run: (write) => write.convertForRules() },
  { name: 'rules', run: (write) => write.checkRules() },
  { name: 'warnings and canonicalize', isLong: true, run: (write) => write.warnAndCanonicalize() },
  { name: 'validating admission', run: (write) => write.validate() },
];

const STATUS_MEMBERS: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata', 'status']);

/** An update that is being prepared. */
export class PreparedUpdate<T extends ApiObject> extends PreparedWrite<T> {
  constructor(
    setting: WriteSetting<T>,
    object: T,
    private readonly old: T,
  ) {
    super(setting, object, old);
  }

  /** Checks the version the object is based on; 409 if it is stale. */
  checkVersionAtOnce(): void {
    if (!this.setting.parts.kind.conversionMayWait) this.checkVersion();
  }

  /** Checks the same once the object was converted: the reference calls conversion webhooks for stale writes too. */
  checkVersionAfterConversion(): void {
    if (this.setting.parts.kind.conversionMayWait) this.checkVersion();
  }

  /** Records the field owners of the object before admission. */
  trackFieldOwners(): MaybePromise<void> {
    return this.trackOwners(this.setting.parts.now());
  }

  /** Calls mutating admission. */
  admit(): Promise<unknown> | undefined {
    return this.mutate('UPDATE', this.old.metadata.name ?? '');
  }

  /** Keeps the fields that this endpoint does not write, and sets those of the strategy. */
  prepareByStrategy(): void {
    const { object, old, scope } = this;
    const { parts, context } = this.setting;
    const version = parts.kind.versionOf(context.version);
    keepSystemFields(object, old);
    setGeneration(object, old.metadata.generation);
    if (scope.subresource === 'status') this.keepAllButStatus(version);
    else for (const path of resetFieldsOf(version, scope.subresource)) copyPath(path, old, object);
    this.asOfRelease(() => parts.strategy.prepareForUpdate?.(object, old, scope));
    if (scope.subresource !== 'status') setGeneration(object, nextGeneration(parts.kind.functions, object, old));
  }

  /** Reserves external resources through the strategy, or checks in a dry run that it could. */
  begin(): MaybePromise<void> {
    const { object, old, scope } = this;
    const { strategy } = this.setting.parts;
    if (scope.dryRun) return whenSettled(strategy.pretendUpdate?.(object, old, scope), noop);
    return this.addEffect(strategy.beginUpdate?.(object, old, scope));
  }

  protected override errorsOf(write: CheckedWrite): FieldError[] {
    const { object, old, scope } = this;
    const { kind, strategy } = this.setting.parts;
    const metadata = checkUpdatedMetadata(kind, object, old);
    if (!strategy.checksMetadataOnUpdate) {
      const { repeatedMetadataCheck: part } = strategy;
      const check = { apiVersion: scope.apiVersion, part, hasPassed: metadata.length === 0 };
      metadata.push(...checkUpdatedMetadataAgain(kind, { object, old }, check));
    }
    const structural = structuralErrors(kind, { ...write, ofMetadata: metadata });
    const ofStrategy = inRequested(kind, { apiVersion: write.apiVersion, object }, this.errorsOfStrategy(write));
    return [...metadata, ...structural, ...ofStrategy, ...versionErrors(kind, write)];
  }

  protected override warnings(): readonly string[] | undefined {
    return this.setting.parts.strategy.warningsOnUpdate?.(this.object, this.old, this.scope);
  }

  private checkVersion(): void {
    const { parts, context } = this.setting;
    const { kind } = parts;
    const groupResource = kind.groupResourceIn(context.version);
    checkAs(kind.release, () => checkVersion({ groupResource, definition: kind.definition }, this.object, this.old));
  }

  private keepAllButStatus(version: ResolvedVersion): void {
    const { object, old } = this;
    for (const name of new Set([...Object.keys(object), ...Object.keys(old)])) {
      if (!STATUS_MEMBERS.has(name)) copyPath(name, old, object);
    }
    for (const path of version.statusResetFields) {
      if (path === 'metadata') resetMetadata(object, old);
      else copyPath(path, old, object);
    }
  }

  /** Returns the errors of the strategy's rules for changes, or of those for new objects if it has no others. */
  private errorsOfStrategy({ isStatus }: CheckedWrite): FieldError[] {
    const { object, old, scope } = this;
    const { strategy } = this.setting.parts;
    if (isStatus && strategy.validateStatusUpdate) return strategy.validateStatusUpdate(object, old, scope);
    if (strategy.validateUpdate) return strategy.validateUpdate(object, old, scope);
    return strategy.validate?.(object, scope) ?? [];
  }
}
