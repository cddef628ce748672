import { DYN, isDynOrError, isSameType, type Type, wrapperOf } from './type.js';

/** Kinds of types whose parts are compared one by one. */
const COMPOSED: ReadonlySet<string> = new Set(['list', 'map', 'opaque']);
/** Kinds of types that null may stand for. */
const NULLABLE: ReadonlySet<string> = new Set(['any', 'duration', 'null', 'object', 'opaque', 'timestamp', 'wrapper']);

/** The bindings of type variables. They can be rolled back, so that attempts are cheap. */
export class TypeMapping {
  private readonly known = new Map<string, Type>();
  private readonly trail: { name: string; before: Type | undefined }[] = [];
  private count = 0;

  /** Returns a type of which nothing is known yet. */
  newParam(): Type {
    return { kind: 'param', name: `_var${this.count++}`, params: [] };
  }

  /**
   * Reports whether a value of a type is assignable to another; resulting bindings of type variables are kept if so.
   */
  isAssignable(wanted: Type, given: Type): boolean {
    return this.tryOut(() => this.assign(wanted, given));
  }

  /** Reports the same for several at once: all of them or none. */
  areAssignable(wanted: readonly Type[], given: readonly Type[]): boolean {
    return this.tryOut(() => this.assignAll(wanted, given));
  }

  /** Returns a type with all in it that is known by now; what is not known stays open, or is taken as dynamic. */
  substitute(type: Type, openAsDyn: boolean): Type {
    const known = type.kind === 'param' ? this.known.get(type.name) : undefined;
    if (known) return this.substitute(known, openAsDyn);
    if (type.kind === 'param') return openAsDyn ? DYN : type;
    if (type.params.length === 0) return type;
    return { ...type, params: type.params.map((param) => this.substitute(param, openAsDyn)) };
  }

  private tryOut(attempt: () => boolean): boolean {
    const mark = this.trail.length;
    if (attempt()) return true;
    while (this.trail.length > mark) {
      const { name, before } = this.trail.pop()!;
      if (before) this.known.set(name, before);
      else this.known.delete(name);
    }
    return false;
  }

  private learn({ name }: Type, type: Type): void {
    this.trail.push({ name, before: this.known.get(name) });
    this.known.set(name, type);
  }

  private assignAll(a: readonly Type[], b: readonly Type[]): boolean {
    return a.length === b.length && a.every((type, i) => this.assign(type, b[i]));
  }

  private assign(a: Type, b: Type): boolean {
    if (b.kind === 'param') {
      const { isValid, wasKnown } = this.fit(a, b);
      if (isValid || wasKnown) return isValid;
    }
    if (a.kind === 'param') return this.fit(b, a).isValid;
    if (isDynOrError(a) || isDynOrError(b)) return true;
    if (a.kind === 'null') return NULLABLE.has(b.kind);
    if (b.kind === 'null') return NULLABLE.has(a.kind);
    if (a.kind === 'wrapper') return isSameType(a.params[0], b) || isSameType(a, b);
    if (b.kind === 'wrapper') return isSameType(b, wrapperOf(a));
    // Types are values of one type, whatever they are types of.
    if (a.kind === 'type') return b.kind === 'type';
    if (!COMPOSED.has(a.kind)) return isSameType(a, b) || a.kind === 'any';
    return a.kind === b.kind && a.name === b.name && this.assignAll(a.params, b.params);
  }

  /** Reports whether a type can be what an open one stands for. */
  private fit(type: Type, open: Type): { isValid: boolean; wasKnown: boolean } {
    if (isSameType(type, open)) return { isValid: true, wasKnown: true };
    const known = this.known.get(open.name);
    if (!known) {
      const isValid = !this.isReferenced(open, type);
      if (isValid) this.learn(open, type);
      return { isValid, wasKnown: false };
    }
    if (isSameType(type, known)) return { isValid: true, wasKnown: true };
    if (!this.assign(type, known)) return { isValid: false, wasKnown: true };
    const general = mostGeneral(type, known);
    if (!this.isReferenced(open, general)) this.learn(open, general);
    return { isValid: true, wasKnown: true };
  }

  /** Reports whether an open type occurs in another, as far as that one is known. */
  private isReferenced(open: Type, within: Type): boolean {
    if (isSameType(open, within)) return true;
    const known = within.kind === 'param' ? this.known.get(within.name) : undefined;
    if (known) return this.isReferenced(open, known);
    return within.params.some((param) => this.isReferenced(open, param));
  }
}

/** Returns the one of two types that says less, as values of both are of that one. */
export function mostGeneral(a: Type, b: Type): Type {
  return isLessSpecific(a, b) || !isLessSpecific(b, a) ? a : b;
}

function isLessSpecific(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || a.kind === 'param') return true;
  if (b.kind === 'dyn' || b.kind === 'param' || a.kind !== b.kind || a.name !== b.name) return false;
  return a.params.length === b.params.length && a.params.every((param, i) => isLessSpecific(param, b.params[i]));
}
