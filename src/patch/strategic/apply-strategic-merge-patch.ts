import { setMember } from '../../codecs/index.js';
import { type Plain, hasMember, isPlain, memberOf, withoutNulls } from '../plain.js';
import {
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  isListDirective,
  orderedList,
  shortenedList,
  withoutDirectives,
} from './directives.js';
import { ElementOrder } from './element-order.js';
import { areElementsMaps, deleteValues, mergeLists } from './merge-lists.js';
import { badFormat, badPatch, unknownPatchType, wrongArgument } from './patch-fault.js';
import { type MergedType, type PatchRule, listRuleFor, objectRuleFor } from './patch-schema.js';

/**
 * Applies a strategic merge patch: objects merge member by member, lists as their fields' patch strategies say, and
 * `$patch`, `$retainKeys`, `$setElementOrder/<list>` and `$deleteFromPrimitiveList/<list>` steer it. Neither argument
 * is changed. Throws StatusError for patches that make no sense; whether the result fits the type is for the decoder.
 */
export function applyStrategicMergePatch(type: MergedType, document: Plain, patch: Plain): Plain {
  if (hasMember(patch, PATCH_DIRECTIVE)) return replaceOrDelete(patch);
  const merge = new ObjectMerge(type, document, patch);
  return merge.run();
}

function replaceOrDelete(patch: Plain): Plain {
  const directive = patch[PATCH_DIRECTIVE];
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw unknownPatchType(directive, patch);
  const rest = { ...patch };
  delete rest[PATCH_DIRECTIVE];
  return rest;
}

/** The merge of one object. Works on copies of the live object and of the patch, from which it takes what is done. */
class ObjectMerge {
  private readonly out: Plain;
  private readonly patch: Plain;

  constructor(
    private readonly type: MergedType,
    document: Plain,
    patch: Plain,
  ) {
    this.out = { ...document };
    this.patch = { ...patch };
  }

  run(): Plain {
    this.retainKeys();
    for (const name of Object.keys(this.patch)) this.orderList(name);
    for (const name of Object.keys(this.patch).sort()) this.mergeMember(name, this.patch[name]);
    return this.out;
  }

  private retainKeys(): void {
    if (!hasMember(this.patch, RETAIN_KEYS)) return;
    const list = this.patch[RETAIN_KEYS];
    delete this.patch[RETAIN_KEYS];
    if (!Array.isArray(list)) throw badFormat('retainKeys');
    const kept = new Set<unknown>(list);
    for (const name of Object.keys(this.patch)) {
      if (this.patch[name] === null || isListDirective(name)) continue;
      if (!kept.has(name)) throw badFormat('retainKeys');
    }
    for (const name of Object.keys(this.out)) if (!kept.has(name)) delete this.out[name];
  }

  /** Merges a list together with the order its directive gives. */
  private orderList(directive: string): void {
    const name = orderedList(directive);
    if (name === undefined) return;
    const order = asList(this.patch[directive]);
    delete this.patch[directive];
    const live = hasMember(this.out, name) ? asList(this.out[name]) : undefined;
    const patch = hasMember(this.patch, name) ? asList(this.patch[name]) : undefined;
    const rule = listRuleFor(this.type, name);
    const elements = new ElementOrder(rule.mergeKey);
    elements.check(patch ?? [], order);
    if (!live && !patch) return;
    const merged = this.mergeOrdered(rule, live, patch);
    if (!live?.length && !patch?.length) throw badPatch('no elements in any of the given slices');
    areElementsMaps(live ?? [], patch ?? []);
    setMember(this.out, name, elements.arrange(merged, order, live ?? []));
    delete this.patch[name];
  }

  private mergeOrdered(rule: PatchRule, live?: readonly unknown[], patch?: readonly unknown[]): readonly unknown[] {
    if (!patch) return live ?? [];
    if (!live) return withoutDirectives(patch) as unknown[];
    return rule.isMerged ? mergeLists(rule, { live, patch }, applyStrategicMergePatch) : patch;
  }

  private mergeMember(name: string, change: unknown): void {
    const shortened = shortenedList(name);
    const target = shortened ?? name;
    if (change === null) {
      delete this.out[target];
      return;
    }
    const live = memberOf(this.out, target);
    if (shortened !== undefined) {
      if (!Array.isArray(live) || !Array.isArray(change)) return;
      listRuleFor(this.type, target);
      setMember(this.out, target, deleteValues(live, change));
    } else if (isPlain(live) && isPlain(change)) {
      this.mergeObject(target, live, change);
    } else if (Array.isArray(live) && Array.isArray(change)) {
      this.mergeList(target, live, change);
    } else {
      this.set(target, withoutDirectives(withoutNulls(change)));
    }
  }

  private mergeObject(name: string, live: Plain, change: Plain): void {
    const rule = objectRuleFor(this.type, name);
    setMember(this.out, name, rule.isReplaced ? change : applyStrategicMergePatch(rule.type, live, change));
  }

  private mergeList(name: string, live: readonly unknown[], patch: readonly unknown[]): void {
    const rule = listRuleFor(this.type, name);
    setMember(this.out, name, rule.isMerged ? mergeLists(rule, { live, patch }, applyStrategicMergePatch) : patch);
  }

  private set(name: string, value: unknown): void {
    if (value === undefined) delete this.out[name];
    else setMember(this.out, name, value);
  }
}

function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongArgument('[]interface {}', value);
  return value;
}
