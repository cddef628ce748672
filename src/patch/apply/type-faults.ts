import { MAX_SHOWN_VALUE, MAX_STRICT_PROBLEMS, cutText } from '../../apimachinery/index.js';
import { type AtomicList, type ListMerge, type MapMerge, type MergeType, jsonTypeOf } from '../../schema/index.js';
import { ForeignValue, formatGoFloat, formatGoSyntax, formatGoValue, goTypeOf } from '../go-value.js';
import { FieldSetError, type PathElement, elementOf, memberElement } from '../ownership/index.js';
import { isPlain } from '../plain.js';
import { showElement, showPath } from './show-element.js';
import { isWideInteger } from './wrap-integers.js';

/** How a configuration fits its type. */
export interface TypeFindings {
  /** The fault, in the reference's words (upstream: typed.ValidationErrors); undefined if there is none. */
  readonly fault: string | undefined;
  /** True if it has numbers that the fields they are for cannot hold. */
  readonly hasWideIntegers: boolean;
}

/**
 * Validates a configuration by its type: no unknown members, the right kinds of values, no duplicate elements of a
 * list unless those are allowed.
 */
export function checkTypes(
  type: MergeType,
  configuration: unknown,
  { allowsDuplicates = false }: { readonly allowsDuplicates?: boolean } = {},
): TypeFindings {
  const check = new TypeCheck(allowsDuplicates);
  check.value(type, configuration);
  const { faults, hasWideIntegers } = check;
  if (faults.length <= 1) return { fault: faults[0], hasWideIntegers };
  return { fault: ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n'), hasWideIntegers };
}

/** The type metadata of an object is not declared in its type. */
const TYPE_META: ReadonlySet<string> = new Set(['kind', 'apiVersion']);

class TypeCheck {
  readonly faults: string[] = [];
  hasWideIntegers = false;
  /** The path from the root; formatted only for a fault. */
  private readonly path: PathElement[] = [];

  constructor(private readonly allowsDuplicates: boolean) {}

  value(type: MergeType, value: unknown): void {
    if (value === null || type.kind === 'deduced') return;
    if (type.kind === 'list') return this.list(type, value);
    if (type.kind === 'map') return this.members(type, value);
    const { content } = type;
    if (content === undefined) return;
    if (typeof content === 'string') return this.scalar(content, value);
    if (content.kind === 'map') this.members(content, value);
    else this.atomicList(content, value);
  }

  private members(type: MapMerge, value: unknown): void {
    if (!isPlain(value)) return this.add(`expected map, got ${show(value)}`);
    for (const name of Object.keys(value)) {
      if (this.path.length === 0 && TYPE_META.has(name)) continue;
      const declared = type.member(name);
      const member = declared?.type ?? type.values;
      this.path.push(declared?.element ?? memberElement(name));
      if (member) this.value(member, value[name]);
      else this.add('field not declared in schema');
      this.path.pop();
      if (!member || this.isFull) return;
    }
  }

  private atomicList({ element }: AtomicList, value: unknown): void {
    if (!Array.isArray(value)) return this.add(`expected list, got ${show(value)}`);
    for (let i = 0; i < value.length && !this.isFull; i++) {
      this.path.push(`i:${i}`);
      this.value(element, value[i]);
      this.path.pop();
    }
  }

  private list(type: ListMerge, value: unknown): void {
    if (!Array.isArray(value)) return this.add(`expected list, got ${show(value)}`);
    const seen = new Set<PathElement>();
    for (let i = 0; i < value.length && !this.isFull; i++) {
      const element = this.elementAt(type, value, i);
      if (element === undefined) return;
      if (!this.allowsDuplicates && seen.has(element)) this.add(`duplicate entries for key ${showElement(element)}`);
      seen.add(element);
      this.path.push(element);
      this.value(type.element, value[i]);
      this.path.pop();
    }
  }

  private elementAt(type: ListMerge, list: readonly unknown[], index: number): PathElement | undefined {
    const item = list[index];
    try {
      // Foreign values are no maps: as they stand in a set, they are scalars of no type.
      return item instanceof ForeignValue
        ? elementOf(type, type.keys.length === 0 ? item.text : [])
        : elementOf(type, item);
    } catch (error) {
      if (!(error instanceof FieldSetError)) throw error;
      this.add(`element ${index}: ${error.message}`);
      return undefined;
    }
  }

  private scalar(content: string, value: unknown): void {
    const got = jsonTypeOf(value);
    switch (content) {
      case 'string':
        if (got !== 'string') this.add(`expected string, got &value.valueUnstructured{Value:${formatGoSyntax(value)}}`);
        return;
      case 'boolean':
        if (got !== 'bool') this.add(`expected boolean, got ${show(value)}`);
        return;
      case 'scalar':
        if (got === 'object' || got === 'array') this.add(`expected any scalar, got ${show(value)}`);
        return;
      default:
        if (content === 'int32' && isWideInteger(value)) this.hasWideIntegers = true;
        if (got !== 'number') this.add(`expected numeric (int or float), got ${goTypeOf(value)}`);
    }
  }

  private get isFull(): boolean {
    return this.faults.length >= MAX_STRICT_PROBLEMS;
  }

  private add(fault: string): void {
    const where = showPath(this.path);
    this.faults.push(cutText(where === '' ? fault : `${where}: ${fault}`, MAX_SHOWN_VALUE));
  }
}

function show(value: unknown): string {
  return `&{${formatGoValue(value, formatGoFloat)}}`;
}
