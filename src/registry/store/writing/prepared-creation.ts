import { type ApiObject, type FieldError, type MaybePromise, whenSettled } from '../../../apimachinery/index.js';
import { checkNewMetadata } from '../metadata-checks.js';
import { copyPath, fillSystemFields, generateName } from '../object-metadata.js';
import { PreparedWrite, type StepsOf, type WriteSetting } from './prepared-write.js';
import { type CheckedWrite, inRequested, structuralErrors, versionErrors } from './structural-rules.js';
import { noop } from './write-scope.js';

/** The steps that prepare a new object, in order (upstream: rest.BeforeCreate). */
export const CREATION_STEPS: StepsOf<PreparedCreation<ApiObject>> = [
  { name: 'namespace', run: (write) => write.matchNamespace() },
  { name: 'owner references', isLong: true, run: (write) => write.dropRepeatedOwners('body') },
  { name: 'field owners', isLong: true, run: (write) => write.trackFieldOwners() },
  { name: 'system fields', run: (write) => write.fillSystemFields() },
  { name: 'mutating admission', run: (write) => write.admit() },
  { name: 'object of admission', run: (write) => write.takeMutated() },
  { name: 'generated name', run: (write) => write.generateName() },
  { name: 'prepareForCreate', run: (write) => write.prepareByStrategy() },
  { name: 'beginCreate', isLong: true, run: (write) => write.begin() },
  { name: 'loadRules', run: (write) => write.loadRules() },
  { name: 'conversion for rules', run: (write) => write.convertForRules() },
  { name: 'rules', run: (write) => write.checkRules() },
  { name: 'warnings and canonicalize', isLong: true, run: (write) => write.warnAndCanonicalize() },
  { name: 'validating admission', run: (write) => write.validate() },
];

/** The parts of the Store and of the request that a create is prepared with. */
export interface CreationSetting<T extends ApiObject> extends WriteSetting<T> {
  /** Source of the object's uid and of its generated name. */
  readonly drawing: Parameters<typeof generateName>[1];
}

/** A create that is being prepared. */
export class PreparedCreation<T extends ApiObject> extends PreparedWrite<T> {
  private readonly now: Date;

  constructor(
    protected override readonly setting: CreationSetting<T>,
    object: T,
  ) {
    super(setting, object);
    this.now = setting.parts.now();
  }

  /** Records the field owners of the object as it was sent. */
  trackFieldOwners(): MaybePromise<void> {
    return this.trackOwners(this.now);
  }

  /** Sets uid and creation time. */
  fillSystemFields(): void {
    fillSystemFields(this.object, { now: this.now, ...this.setting.drawing });
  }

  /** Calls mutating admission. */
  admit(): Promise<unknown> | undefined {
    return this.mutate('CREATE', this.object.metadata.name ?? '');
  }

  /** Generates the name if only a prefix was sent. */
  generateName(): void {
    generateName(this.object, this.setting.drawing);
  }

  /** Resets the fields that a client may not set, and sets those of the strategy. */
  prepareByStrategy(): void {
    const { object, scope } = this;
    const { parts, context } = this.setting;
    const { kind, strategy } = parts;
    const { definition } = kind;
    if (!definition.keepsStatusOnCreate) {
      for (const path of kind.versionOf(context.version).resetFields) copyPath(path, undefined, object);
    }
    this.asOfRelease(() => strategy.prepareForCreate?.(object, scope));
    // Where no strategy counts generations, what the client sent stays.
    if (definition.generation !== 'none') object.metadata.generation = definition.quirks?.initialGeneration ?? 1;
  }

  /** Reserves external resources through the strategy, or checks in a dry run that it could. */
  begin(): MaybePromise<void> {
    const { strategy } = this.setting.parts;
    if (this.scope.dryRun) return whenSettled(strategy.pretendCreate?.(this.object, this.scope), noop);
    return this.addEffect(strategy.beginCreate?.(this.object, this.scope));
  }

  protected override errorsOf(write: CheckedWrite): FieldError[] {
    const { object } = this;
    const { kind, strategy } = this.setting.parts;
    const metadata = checkNewMetadata(kind, object, write.apiVersion);
    const structural = [...structuralErrors(kind, { ...write, ofMetadata: metadata }), ...versionErrors(kind, write)];
    const ofStrategy = strategy.validate?.(object, this.scope) ?? [];
    const others = [...structural, ...inRequested(kind, { apiVersion: write.apiVersion, object }, ofStrategy)];
    if (strategy.checksMetadataOnCreate && others.length > 0) return others;
    return [...metadata, ...others];
  }

  protected override warnings(): readonly string[] | undefined {
    return this.setting.parts.strategy.warningsOnCreate?.(this.object, this.scope);
  }
}
