import { API_OBJECT, type MaybePromise, type ResultRule, checkedResult } from '../../../apimachinery/index.js';
import type { BackendObject, ResourceBackend } from '../../../registry/index.js';

const VERSION: ResultRule = {
  isRight: Number.isSafeInteger,
  wanted: 'a version, which is a whole number',
  mayWait: true,
};

const FOUND: ResultRule = {
  isRight: (result) => result === undefined || isStored(result),
  wanted: '{ object, version }, or undefined for an object that is not stored',
  mayWait: true,
};

const LISTED: ResultRule = {
  isRight: (result) => isListed(result as Listed | null | undefined),
  wanted: '{ items: a list of { object, version }, version }',
  mayWait: true,
};

const WATCHED: ResultRule = {
  isRight: (result) => typeof result === 'function',
  wanted: 'a function that ends the watch',
  mayWait: true,
};

/** Calls a backend; an operation fails for a result of another form, which would be stored, listed or cached. */
export class CheckedBackend implements ResourceBackend {
  constructor(
    private readonly backend: ResourceBackend,
    /** The prefix of failures: plugin, kind and version. */
    private readonly where: string,
  ) {}

  version(): MaybePromise<number> {
    return this.checked('version', this.backend.version(), VERSION);
  }

  get(...given: Parameters<ResourceBackend['get']>): MaybePromise<BackendObject | undefined> {
    return this.checked('get', this.backend.get(...given), FOUND);
  }

  list(): ReturnType<ResourceBackend['list']> {
    return this.checked('list', this.backend.list(), LISTED);
  }

  create(...given: Parameters<ResourceBackend['create']>): MaybePromise<number> {
    return this.checked('create', this.backend.create(...given), VERSION);
  }

  update(...given: Parameters<ResourceBackend['update']>): MaybePromise<number> {
    return this.checked('update', this.backend.update(...given), VERSION);
  }

  delete(...given: Parameters<ResourceBackend['delete']>): MaybePromise<number> {
    return this.checked('delete', this.backend.delete(...given), VERSION);
  }

  watch(...given: Parameters<ResourceBackend['watch']>): ReturnType<ResourceBackend['watch']> {
    return this.checked('watch', this.backend.watch(...given), WATCHED);
  }

  private checked<R>(name: string, result: R, rule: ResultRule): R {
    return checkedResult(`${this.where}: ${name} of its backend`, result, rule);
  }
}

type Listed = Partial<Awaited<ReturnType<ResourceBackend['list']>>>;

function isListed(listed: Listed | null | undefined): boolean {
  return Array.isArray(listed?.items) && listed.items.every(isStored) && Number.isSafeInteger(listed.version);
}

function isStored(stored: unknown): boolean {
  if (typeof stored !== 'object' || stored === null) return false;
  const { object, version } = stored as Partial<BackendObject>;
  return API_OBJECT.isRight(object, undefined) && Number.isSafeInteger(version);
}
