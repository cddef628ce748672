import { checkAs, copyWithGiven } from '../apimachinery/index.js';
import { CURRENT_RELEASE } from '../options/index.js';
import type { CompiledField, CompiledType } from './compiled-type.js';
import { dropOutOfView, isFormer } from './out-of-view.js';

type Plain = Record<string, unknown>;
type Apply = (value: Plain) => void;

const COMPILED = new WeakMap<CompiledType, Apply | null>();

/**
 * Fills in the defaults of a type and of all types inside it, in place: declared field defaults, then the type's own
 * `defaults` function, then the members, parents before children. Only walks into members that have defaults.
 */
export function applyDefaults(type: CompiledType, value: object): void {
  const apply = defaulterOf(type);
  if (!apply) return;
  if (type.release === CURRENT_RELEASE) {
    apply(value as Plain);
    return;
  }
  checkAs(type.release, () => apply(value as Plain));
  // Functions fill in what the current release has; those for fields of later ones look at the release themselves.
  if (isFormer(type)) dropOutOfView(type, value);
}

/** The compiled defaulter of a type, null when neither it nor anything in it has defaults. */
function defaulterOf(type: CompiledType): Apply | null {
  const known = COMPILED.get(type);
  if (known !== undefined) return known;
  if (!hasDefaults(type, new Set())) {
    COMPILED.set(type, null);
    return null;
  }
  // Set before the members are compiled: types may contain themselves.
  const members: { field: CompiledField; apply: Apply }[] = [];
  const declared = type.fields.filter((f) => f.default !== undefined);
  const own = ownDefaulters(type);
  const apply: Apply = (value) => {
    for (const field of declared) setDeclared(field, value);
    for (const run of own) run(value);
    for (const member of members) walk(member.field, value[member.field.name], member.apply);
  };
  COMPILED.set(type, apply);
  for (const field of type.fields) {
    const inner = field.struct && defaulterOf(field.struct);
    if (inner) members.push({ field, apply: inner });
  }
  return apply;
}

function ownDefaulters(type: CompiledType): Apply[] {
  const inherited = type.embedded ? ownDefaulters(type.embedded.type) : [];
  const own = type.defaults;
  return own ? [...inherited, own] : inherited;
}

function hasDefaults(type: CompiledType, visiting: Set<CompiledType>): boolean {
  if (visiting.has(type)) return false;
  visiting.add(type);
  if (ownDefaulters(type).length > 0) return true;
  return type.fields.some((f) => f.default !== undefined || (f.struct && hasDefaults(f.struct, visiting)));
}

function setDeclared(field: CompiledField, value: Plain): void {
  const current = value[field.name];
  const isUnset = current === undefined || current === null || (!field.pointer && (current === '' || current === 0));
  // Copied: defaults of different objects must not share structure.
  if (isUnset) value[field.name] = typeof field.default === 'object' ? copyWithGiven(field.default) : field.default;
}

function walk(field: CompiledField, member: unknown, apply: Apply): void {
  if (member === undefined || member === null) return;
  if (field.list && field.map) for (const list of Object.values(member)) applyAll(list as Plain[], apply);
  else if (field.list) applyAll(member as Plain[], apply);
  else if (field.map) applyAll(Object.values(member as Record<string, Plain>), apply);
  else apply(member as Plain);
}

function applyAll(values: readonly Plain[], apply: Apply): void {
  for (const value of values) if (value) apply(value);
}
