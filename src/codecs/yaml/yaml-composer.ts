import { EVENT_ID, type Event, SCALAR_STYLE, type ScalarEvent, getScalarValue } from 'js-yaml';
import {
  type JsonValue,
  MAX_ALIASED_LENGTH,
  MAX_SHOWN_FIELD,
  MAX_STRICT_PROBLEMS,
  MAX_VALUES,
  cutText,
} from '../../apimachinery/index.js';
import { SizeFault } from '../size-fault.js';
import { type YamlScalar, resolvePlain, resolveTagged } from './resolve-scalar.js';
import { YamlSyntaxError } from './yaml-syntax-error.js';

type Key = Exclude<YamlScalar, null>;

/**
 * Builds JSON data from the events of one document. Aliases are played again from their anchor's events, counted against
 * a limit that keeps a small text from growing into a large value.
 */
export class YamlComposer {
  readonly duplicates: string[] = [];
  private at = 0;
  private readonly anchors = new Map<string, number>();
  /** Anchors whose node is being read: an alias to one of them would never end. */
  private readonly open = new Set<number>();
  private nodes = 0;
  private aliasedNodes = 0;
  private aliasDepth = 0;
  private aliasedLength = 0;
  /** The values of scalars that were resolved already: anchored ones may be referenced repeatedly. */
  private readonly scalars = new Map<ScalarEvent, YamlScalar>();
  private lineStarts?: number[];

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
  ) {}

  compose(): JsonValue {
    if (this.events[0]?.type === EVENT_ID.DOCUMENT) this.at = 1;
    const first = this.events[this.at];
    return first === undefined || first.type === EVENT_ID.POP ? null : this.value();
  }

  private value(): JsonValue {
    this.count();
    const index = this.at++;
    const event = this.events[index];
    if (event.type === EVENT_ID.ALIAS)
      return this.alias(this.text.slice(event.anchorStart, event.anchorEnd), () => this.value());
    if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return null;
    if (event.anchorStart >= 0) this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), index);
    if (event.type === EVENT_ID.SCALAR) return checkFinite(this.scalar(event));
    this.open.add(index);
    const result = event.type === EVENT_ID.SEQUENCE ? this.list() : this.map();
    this.open.delete(index);
    return result;
  }

  private list(): JsonValue[] {
    const out: JsonValue[] = [];
    while (this.events[this.at].type !== EVENT_ID.POP) out.push(this.value());
    this.at++;
    return out;
  }

  private map(): JsonValue {
    const members = new Map<Key | null, JsonValue>();
    this.readMembers(members);
    return toObject(members);
  }

  private readMembers(members: Map<Key | null, JsonValue>): void {
    while (this.events[this.at].type !== EVENT_ID.POP) {
      if (this.isMergeKey()) {
        this.at++;
        this.merge(members, true);
        continue;
      }
      const key = this.key();
      const place = this.at;
      const value = this.value();
      if (members.has(key)) this.noteDuplicate(key, place);
      members.set(key, value);
    }
    this.at++;
  }

  private noteDuplicate(key: Key | null, place: number): void {
    if (this.duplicates.length >= MAX_STRICT_PROBLEMS) return;
    const shown = cutText(showGo(key), MAX_SHOWN_FIELD);
    this.duplicates.push(`line ${this.lineOf(place)}: key ${shown} already set in map`);
  }

  private key(): Key | null {
    const event = this.events[this.at];
    if (event.type === EVENT_ID.ALIAS) {
      this.at++;
      return this.alias(this.text.slice(event.anchorStart, event.anchorEnd), () => this.key());
    }
    if (event.type === EVENT_ID.SCALAR) {
      this.count();
      this.at++;
      if (event.anchorStart >= 0) this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), this.at - 1);
      return this.scalar(event);
    }
    const value = this.value();
    throw YamlSyntaxError.because(`invalid map key: ${showGo(value)}`);
  }

  private isMergeKey(): boolean {
    const event = this.events[this.at];
    if (event.type !== EVENT_ID.SCALAR || getScalarValue(this.text, event) !== '<<') return false;
    const tag = this.tagOf(event);
    return tag === '!!merge' || (tag === '' && event.style === SCALAR_STYLE.PLAIN);
  }

  private merge(members: Map<Key | null, JsonValue>, allowsList: boolean): void {
    this.count();
    const event = this.events[this.at];
    if (event.type === EVENT_ID.ALIAS) {
      this.at++;
      this.alias(this.text.slice(event.anchorStart, event.anchorEnd), () => this.merge(members, allowsList));
    } else if (event.type === EVENT_ID.MAPPING) {
      this.at++;
      this.readMembers(members);
    } else if (event.type === EVENT_ID.SEQUENCE && allowsList) {
      this.mergeList(members);
    } else {
      throw YamlSyntaxError.because('map merge requires map or sequence of maps as the value');
    }
  }

  /** Earlier maps of the list win over later ones. */
  private mergeList(members: Map<Key | null, JsonValue>): void {
    this.at++;
    const merged: Map<Key | null, JsonValue>[] = [];
    while (this.events[this.at].type !== EVENT_ID.POP) {
      const one = new Map<Key | null, JsonValue>();
      this.merge(one, false);
      merged.push(one);
    }
    this.at++;
    for (const one of merged.reverse()) for (const [key, value] of one) members.set(key, value);
  }

  private alias<T>(name: string, read: () => T): T {
    const target = this.anchors.get(name);
    if (target === undefined) throw YamlSyntaxError.because(`unknown anchor '${name}' referenced`);
    if (this.open.has(target)) throw YamlSyntaxError.because(`anchor '${name}' value contains itself`);
    const back = this.at;
    this.at = target;
    this.aliasDepth++;
    const value = read();
    this.aliasDepth--;
    this.at = back;
    return value;
  }

  private count(): void {
    this.nodes++;
    // Keys are nodes too.
    if (this.nodes > 2 * MAX_VALUES) throw new SizeFault(`limit is ${MAX_VALUES} values`);
    if (this.aliasDepth > 0) this.aliasedNodes++;
    if (this.aliasedNodes <= 100 || this.nodes <= 1000) return;
    if (this.aliasedNodes / this.nodes > allowedAliasRatio(this.nodes)) {
      throw YamlSyntaxError.because('document contains excessive aliasing');
    }
  }

  private scalar(event: ScalarEvent): YamlScalar {
    let value = this.scalars.get(event);
    if (value === undefined) {
      value = this.read(event);
      if (event.anchorStart >= 0) this.scalars.set(event, value);
    }
    this.countAliased(value);
    return value;
  }

  private countAliased(value: YamlScalar): void {
    if (this.aliasDepth === 0 || typeof value !== 'string') return;
    this.aliasedLength += value.length;
    if (this.aliasedLength > MAX_ALIASED_LENGTH) {
      throw YamlSyntaxError.because('document contains excessive aliasing');
    }
  }

  private read(event: ScalarEvent): YamlScalar {
    const text = getScalarValue(this.text, event);
    const tag = this.tagOf(event);
    if (tag === '!') return text;
    if (tag !== '') return resolveTagged(tag, text);
    return event.style === SCALAR_STYLE.PLAIN ? resolvePlain(text) : text;
  }

  /** The tag as written, those of YAML itself in short form. */
  private tagOf(event: ScalarEvent): string {
    if (event.tagStart < 0) return '';
    return this.text.slice(event.tagStart, event.tagEnd).replace(/^!<tag:yaml\.org,2002:(.*)>$/, '!!$1');
  }

  private lineOf(index: number): number {
    this.lineStarts ??= [...this.text.matchAll(/\n/g)].map((m) => m.index + 1);
    // A value that is empty or a block begins where its key ends.
    const offset = startOf(this.events[index]) ?? startOf(this.events[index - 1]) ?? 0;
    return countUpTo(this.lineStarts, offset) + 1;
  }
}

/** Large documents may consist of aliases to a tenth only, small ones almost wholly. */
function allowedAliasRatio(nodes: number): number {
  const [low, high] = [400_000, 4_000_000];
  if (nodes <= low) return 0.99;
  return nodes >= high ? 0.1 : 0.99 - 0.89 * ((nodes - low) / (high - low));
}

/** How many of the sorted numbers are not above the limit. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startOf(event: Event): number | undefined {
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
  if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return undefined;
  const properties = [event.anchorStart, event.tagStart].filter((start) => start >= 0);
  if (properties.length > 0) return Math.min(...properties);
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
  return isBlock || event.valueStart < 0 ? undefined : event.valueStart;
}

function checkFinite(value: YamlScalar): JsonValue {
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  const name = Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  throw new YamlSyntaxError(`json: unsupported value: ${name}`);
}

function toObject(members: ReadonlyMap<Key | null, JsonValue>): JsonValue {
  const out: { [key: string]: JsonValue } = {};
  const named = [...members].map(([key, value]) => [nameOf(key, value), value] as const);
  for (const [name, value] of named.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    if (name !== '__proto__') out[name] = value;
    else Object.defineProperty(out, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return out;
}

function nameOf(key: Key | null, value: JsonValue): string {
  if (key === null) {
    throw new YamlSyntaxError(`unsupported map key of type: %!s(<nil>), key: <nil>, value: ${showGo(value)}`);
  }
  if (typeof key !== 'number' || Number.isFinite(key)) return String(key);
  return Number.isNaN(key) ? '.nan' : key > 0 ? '.inf' : '-.inf';
}

/** A value as Go's error messages show it. */
function showGo(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(showGo).join(', ')}}`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${showGo(member)}`);
  return `map[interface {}]interface {}{${members.join(', ')}}`;
}
