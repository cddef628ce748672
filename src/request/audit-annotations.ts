import { isQualifiedName } from '../apimachinery/index.js';

/** From which level of an audit policy on an annotation is part of the event. */
export type AuditLevel = 'Metadata' | 'Request' | 'RequestResponse';

/** The value of an annotation, and the level from which on it is recorded. */
export interface AuditAnnotation {
  readonly value: string;
  readonly level: AuditLevel;
}

/** An annotation is added by every webhook and policy that matches: the most of one request. */
const MOST_ANNOTATIONS = 1024;
/** Room for the largest patch of one object, in characters of keys and values together. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

/**
 * Annotations that gates have added to the audit event of one request. Bounded; the first value of a key stays, as in the
 * reference.
 */
export class AuditAnnotations {
  private readonly entries = new Map<string, AuditAnnotation>();
  private characters = 0;
  private refused = 0;

  /** Adds an annotation. Drops and counts it if its key is invalid, taken by another value, or if there is no room. */
  add(key: string, value: string, level: AuditLevel = 'Metadata'): void {
    const known = this.entries.get(key);
    if (known?.value === value) return;
    const size = key.length + value.length;
    const isFull = this.entries.size >= MOST_ANNOTATIONS || this.characters + size > MOST_CHARACTERS;
    if (known || isFull || !isKey(key)) {
      this.refused++;
      return;
    }
    this.characters += size;
    this.entries.set(key, { value, level });
  }

  /** In the order in which they came. */
  get all(): ReadonlyMap<string, AuditAnnotation> {
    return this.entries;
  }

  /** How many were dropped. */
  get dropped(): number {
    return this.refused;
  }
}

/** The keys of gates and policies are few, and come with every request. */
const KNOWN_KEYS = new Set<string>();
const MAX_KNOWN_KEYS = 1024;

/** A qualified name with its domain (upstream: audit's checkKeyFormat). */
function isKey(key: string): boolean {
  if (KNOWN_KEYS.has(key)) return true;
  if (!key.includes('/') || isQualifiedName(key).length > 0) return false;
  if (KNOWN_KEYS.size < MAX_KNOWN_KEYS) KNOWN_KEYS.add(key);
  return true;
}
