import jsonPatch from 'fast-json-patch';
import { MAX_MOVED_ELEMENTS } from '../apimachinery/index.js';
import { JsonCopier } from './json-copier.js';
import { JsonPatchFault, describeFault, noIndex } from './json-patch-fault.js';
import { patchRejected } from './patch-failure.js';
import { type Plain, isPlain, memberOf, sortedCopy } from './plain.js';
import type { SentOperation } from './json-patch-operations.js';

type Container = Plain | unknown[];

/**
 * Applies JSON patch operations (RFC 6902) one after the other. The document is not changed. Throws StatusError 422 at
 * the first operation that does not fit.
 *
 * Wider than the RFC, as the reference is: list indexes may count from the end (`-1`), a replaced object member need
 * not be there, a copied one that is missing counts as null, and so does a value that was not sent.
 *
 * @internal
 * @example
 * const patched = applyJsonPatch({ a: 1 }, [{ op: 'remove', path: '/a' }]);
 */
export function applyJsonPatch(document: unknown, operations: readonly (SentOperation | null)[]): unknown {
  const { patched, fault } = tryJsonPatch(document, operations);
  if (fault !== undefined) throw patchRejected(new Error(fault));
  return patched;
}

/** The patched document, or why an operation does not fit. */
export type JsonPatchOutcome =
  | { readonly patched: unknown; readonly fault?: undefined }
  /** `isFailedTest`: an operation of the patch tested for another value. */
  | { readonly fault: string; readonly isFailedTest: boolean; readonly patched?: undefined };

/**
 * Applies as `applyJsonPatch`, and returns the fault of the first operation that does not fit, as the reference words
 * it.
 *
 * @internal
 * @example
 * const { patched, fault } = tryJsonPatch({ a: 1 }, [{ op: 'remove', path: '/a' }]);
 */
export function tryJsonPatch(document: unknown, operations: readonly (SentOperation | null)[]): JsonPatchOutcome {
  const patched = new PatchedDocument(document);
  for (const operation of operations) {
    const fault = patched.apply(operation ?? {});
    if (fault) return { fault: describeFault(operation ?? {}, fault), isFailedTest: fault.kind === 'test failed' };
  }
  return { patched: patched.root };
}

/** A document under change. Containers are copied when an operation first reaches them. */
class PatchedDocument {
  root: unknown;
  private readonly own = new WeakSet<object>();
  private readonly copier = new JsonCopier();
  private movedElements = 0;

  constructor(document: unknown) {
    this.root = this.ownCopy(document);
  }

  apply(operation: SentOperation): JsonPatchFault | undefined {
    try {
      this.applyOne(operation);
      return undefined;
    } catch (error) {
      if (error instanceof JsonPatchFault) return error;
      throw error;
    }
  }

  private applyOne(operation: SentOperation): void {
    const { op, path } = operation;
    if (typeof path !== 'string') throw new JsonPatchFault(isKnown(op) ? 'no path' : 'unknown operation');
    if (op === 'add') return this.add(path, valueOf(operation));
    if (op === 'remove') return void this.remove(path);
    if (op === 'replace') return this.replace(path, valueOf(operation));
    if (op === 'test') return this.test(path, valueOf(operation));
    if (op === 'move') return this.move(operation, path);
    if (op === 'copy') return this.copy(operation, path);
    throw new JsonPatchFault('unknown operation');
  }

  private add(path: string, value: unknown): void {
    const { container, key } = this.target(path, 'add');
    this.countMoved(container, key);
    run(container, { op: 'add', path: pointer(key), value });
  }

  private remove(path: string): unknown {
    const { container, key, value } = this.target(path);
    this.countMoved(container, key);
    run(container, { op: 'remove', path: pointer(key) });
    return value;
  }

  /** Elements behind the one that comes or goes change their places. */
  private countMoved(container: Container, key: string): void {
    if (!Array.isArray(container)) return;
    this.movedElements += container.length - Number(key);
    if (this.movedElements > MAX_MOVED_ELEMENTS) throw new JsonPatchFault('too much', 'too many elements are moved');
  }

  private replace(path: string, value: unknown): void {
    if (path === '') {
      // A root that is neither object nor list is ignored without an error.
      if (isPlain(value) || Array.isArray(value)) this.root = this.ownCopy(value);
      return;
    }
    const { container, key } = this.target(path);
    const op = Array.isArray(container) ? 'replace' : 'add';
    run(container, { op, path: pointer(key), value });
  }

  private move(operation: SentOperation, path: string): void {
    const value = atSource(() => this.remove(fromOf(operation)));
    this.add(path, value ?? null);
  }

  private copy(operation: SentOperation, path: string): void {
    const value = atSource(() => this.target(fromOf(operation)).value ?? null);
    this.add(path, this.copier.copy(value));
  }

  private test(path: string, expected: unknown): void {
    const actual = path === '' ? this.root : (this.target(path).value ?? null);
    if (actual === null && expected === null) return;
    if (actual === null || expected === null) throw new JsonPatchFault('test failed');
    run([actual], { op: 'test', path: '/0', value: expected });
  }

  /** Finds the container a path ends in. Throws when there is none, or when it is a list without such an index. */
  private target(path: string, use?: 'add'): { container: Container; key: string; value: unknown } {
    const parts = path.split('/').slice(1).map(unescape);
    const key = parts.pop();
    if (key === undefined) throw new JsonPatchFault('missing path');
    let container = this.root;
    for (const part of parts) container = this.descend(container, part);
    if (Array.isArray(container)) {
      const index = listIndex(container, key, use);
      return { container, key: index, value: container[Number(index)] };
    }
    if (!isPlain(container)) throw new JsonPatchFault('missing path');
    return { container, key, value: memberOf(container, key) };
  }

  private descend(container: unknown, part: string): unknown {
    const isList = Array.isArray(container);
    if (!isList && !isPlain(container)) throw new JsonPatchFault('missing path');
    const key = isList ? listIndex(container, part) : part;
    const inside = container as Plain;
    const value = memberOf(inside, key);
    if (!Array.isArray(value) && !isPlain(value)) throw new JsonPatchFault('missing path');
    if (this.own.has(value)) return value;
    const copy = this.ownCopy(value);
    Object.defineProperty(inside, key, { value: copy, enumerable: true, configurable: true, writable: true });
    return copy;
  }

  private ownCopy<T>(value: T): T {
    if (!Array.isArray(value) && !isPlain(value)) return value;
    const copy = Array.isArray(value) ? [...(value as unknown[])] : sortedCopy(value);
    this.own.add(copy);
    return copy as T;
  }
}

function valueOf(operation: SentOperation): unknown {
  return operation.value ?? null;
}

const OPERATIONS: readonly unknown[] = ['add', 'remove', 'replace', 'test', 'move', 'copy'];

function isKnown(op: unknown): boolean {
  return OPERATIONS.includes(op);
}

/** Marks faults of the place that a value is taken from. */
function atSource<T>(take: () => T): T {
  try {
    return take();
  } catch (error) {
    if (error instanceof JsonPatchFault) error.isAtSource = true;
    throw error;
  }
}

function fromOf(operation: SentOperation): string {
  if (typeof operation.from !== 'string') throw new JsonPatchFault('no path');
  return operation.from;
}

function unescape(part: string): string {
  return part.replace(/~1/g, '/').replace(/~0/g, '~');
}

function pointer(key: string): string {
  return `/${jsonPatch.escapePathComponent(key)}`;
}

/** Turns an index as sent into one that counts from the start; `-` and the length only where something is added. */
function listIndex(list: readonly unknown[], key: string, use?: 'add'): string {
  if (use === 'add' && key === '-') return String(list.length);
  if (!/^[+-]?\d+$/.test(key)) throw new JsonPatchFault('invalid value', noIndex(key, use));
  const length = use === 'add' ? list.length + 1 : list.length;
  const index = Number(key) < 0 ? Number(key) + length : Number(key);
  if (index < 0 || index >= length) {
    throw new JsonPatchFault(
      'invalid value',
      `Unable to access invalid index: ${Number(key)}: invalid index referenced`,
    );
  }
  return String(index);
}

type SingleOperation = Parameters<typeof jsonPatch.applyOperation>[1];

function run(container: Container, operation: SingleOperation): void {
  try {
    jsonPatch.applyOperation(container, operation, true, true, true);
  } catch {
    // The library's message contains the whole document.
    if (operation.op === 'test') throw new JsonPatchFault('test failed');
    const key = operation.path.slice(1);
    throw new JsonPatchFault('invalid value', `Unable to ${operation.op} nonexistent key: ${key}: missing value`);
  }
}
