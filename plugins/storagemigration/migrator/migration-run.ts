import {
  type ResourceStore,
  StatusError,
  isConflict,
  isNotFound,
  systemContext,
} from '../../../src/plugin-api/index.js';

/** The outcome of some objects. */
export interface RunProgress {
  /** Objects that were in an outdated form and were stored again. */
  readonly rewritten: number;
  /** Objects that are still to be looked at. */
  readonly remaining: number;
}

/** The migration that a run is for. */
export interface RunFacts {
  /** The uid of the migration. */
  readonly uid: string;
  /** The name of its resource in logs and metrics. */
  readonly resource: string;
}

interface ObjectName {
  readonly namespace: string;
  readonly name: string;
}

/** Status codes of requests that may succeed later. */
const TRANSIENT_CODES: ReadonlySet<number> = new Set([429, 503, 504]);
/** How many failed objects the condition of a migration names. */
const MOST_NAMED = 5;

/**
 * The objects of one resource that are rewritten in the current storage version and encryption key. Only names are kept; an object that
 * comes later is stored in the current form anyway. After a restart, objects in that form are skipped.
 */
export class MigrationRun {
  private next = 0;
  private total = 0;
  private readonly failed: string[] = [];
  private failures = 0;

  private constructor(
    private readonly facts: RunFacts,
    private readonly store: ResourceStore,
    private readonly names: readonly ObjectName[],
  ) {}

  /** Records the names of all objects, without decoding them. */
  static async begin(facts: RunFacts, store: ResourceStore): Promise<MigrationRun> {
    const names: ObjectName[] = [];
    await store.list(systemContext(), ({ fields }) => {
      names.push({ namespace: fields['metadata.namespace'] ?? '', name: fields['metadata.name'] });
      return false;
    });
    return new MigrationRun(facts, store, names);
  }

  get uid(): string {
    return this.facts.uid;
  }

  get resource(): string {
    return this.facts.resource;
  }

  /** Objects that were stored again since this run began. */
  get rewritten(): number {
    return this.total;
  }

  get remaining(): number {
    return this.names.length - this.next;
  }

  /** The objects that cannot be stored again; undefined if there are none. */
  get fault(): string | undefined {
    if (this.failures === 0) return undefined;
    const others = this.failures - this.failed.length;
    return `${this.failed.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  }

  /** Continues with the next objects, at once and sharing commits. Throws where the server asks to come again; they are next then. */
  async advance(count: number): Promise<RunProgress> {
    const before = this.total;
    const part = this.names.slice(this.next, this.next + count);
    const outcomes = await Promise.allSettled(part.map((each) => this.rewrite(each)));
    const errors = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as Error) : undefined));
    const transient = errors.find(isTransient);
    if (transient) throw transient;
    errors.forEach((error, i) => error && this.noteFailure(part[i], error));
    this.next += part.length;
    return { rewritten: this.total - before, remaining: this.remaining };
  }

  /** Conflicts and deleted objects need nothing: a write in between has stored the current form. */
  private async rewrite({ namespace, name }: ObjectName): Promise<void> {
    try {
      // No field manager: the owners of the fields stay as they are.
      const context = systemContext(namespace, { fieldManager: undefined });
      if (await this.store.rewrite(context, name)) this.total++;
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }

  /** Notes the reason alone: messages may quote fields of the object. */
  private noteFailure({ namespace, name }: ObjectName, error: Error): void {
    this.failures++;
    if (this.failed.length >= MOST_NAMED) return;
    const reason = error instanceof StatusError ? (error.status.reason ?? error.code) : 'InternalError';
    this.failed.push(`${namespace === '' ? name : `${namespace}/${name}`}: ${reason}`);
  }
}

function isTransient(error: Error | undefined): boolean {
  return error instanceof StatusError && TRANSIENT_CODES.has(error.code);
}
