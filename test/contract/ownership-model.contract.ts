import fc from 'fast-check';
import { type ApiObject, StatusError } from '../../src/apimachinery/index.js';
import {
  type FieldPathElements,
  applyConfiguration,
  fromFieldsV1,
  identityOf,
  trackUpdate,
} from '../../src/patch/index.js';
import type { ObjectShape } from '../../src/schema/index.js';

type Plain = Record<string, unknown>;
type Gadget = ApiObject & { spec?: Plain };

/** The values of the modelled fields of a gadget, by their paths; `true` for elements of lists. */
type Fields = ReadonlyMap<string, unknown>;

const API_VERSION = 'example.io/v1';
const MANAGERS = ['a', 'b', 'c'];

/** One write of the run. */
interface Write {
  readonly manager: string;
  readonly kind: 'apply' | 'force' | 'update';
  readonly fields: Fields;
}

/** A write refused because of other owners: who they are, and of what. */
interface Refusal {
  readonly conflicts: readonly string[];
}

/** The rules of ownership on a flat set of fields, one write after the other. */
class OwnershipModel {
  fields = new Map<string, unknown>();
  readonly owners = new Map<string, Set<string>>();

  write(write: Write): Refusal | undefined {
    return write.kind === 'update' ? this.update(write) : this.apply(write);
  }

  private update({ manager, fields }: Write): undefined {
    const taken = [...fields].filter(([path, value]) => this.fields.get(path) !== value).map(([path]) => path);
    const gone = [...this.fields.keys()].filter((path) => !fields.has(path));
    for (const owned of this.owners.values()) [...taken, ...gone].forEach((path) => owned.delete(path));
    const own = identity(manager, 'Update');
    this.owners.set(own, new Set([...(this.owners.get(own) ?? []), ...taken]));
    this.fields = new Map(fields);
    this.dropEmpty();
  }

  private apply({ manager, kind, fields }: Write): Refusal | undefined {
    const own = identity(manager, 'Apply');
    const changed = [...fields].filter(([path, value]) => this.fields.get(path) !== value).map(([path]) => path);
    const others = [...this.owners].filter(([owner]) => owner !== own);
    const conflicts = others.flatMap(([owner, owned]) =>
      changed.filter((path) => owned.has(path)).map((path) => `${owner} ${path}`),
    );
    if (conflicts.length > 0 && kind === 'apply') return { conflicts };
    for (const [, owned] of others) changed.forEach((path) => owned.delete(path));
    const given = [...(this.owners.get(own) ?? [])].filter((path) => !fields.has(path));
    this.owners.set(own, new Set(fields.keys()));
    fields.forEach((value, path) => this.fields.set(path, value));
    const isOwned = (path: string): boolean => [...this.owners.values()].some((owned) => owned.has(path));
    for (const path of given) if (!isOwned(path)) this.remove(path);
    this.dropEmpty();
    return undefined;
  }

  /** An element is removed with everything below it, whatever its owner. */
  private remove(path: string): void {
    for (const each of [...this.fields.keys()]) {
      if (each !== path && !each.startsWith(`${path}.`)) continue;
      this.fields.delete(each);
      for (const owned of this.owners.values()) owned.delete(each);
    }
  }

  private dropEmpty(): void {
    for (const [owner, owned] of this.owners) if (owned.size === 0) this.owners.delete(owner);
  }
}

/**
 * Compares applies and updates of several managers with a model of the ownership rules for flat fields: the same
 * states, the same owners, the same conflicts, whatever the order of writes. The shape is that of
 * `describeApplyContract`.
 */
export function describeOwnershipModel(name: string, type: ObjectShape, numRuns = 200): void {
  it(`keeps fields and owners of ${name} as the model does [SSA-02, SSA-07, SSA-08]`, () => {
    fc.assert(
      fc.property(fc.array(writeOf(), { maxLength: 25 }), (writes) => {
        const model = new OwnershipModel();
        let live: Gadget | undefined;
        writes.forEach((write, second) => {
          const expected = model.write(write);
          const outcome = carryOut(type, write, live, second);
          if (expected) {
            expect(conflictsIn(outcome as StatusError)).toEqual([...expected.conflicts].sort());
            return;
          }
          live = outcome as Gadget;
          expect(fieldsOf(live)).toEqual(new Map([...model.fields].sort(byName)));
          expect(ownersOf(live)).toEqual(new Map([...model.owners].map(([o, p]) => [o, [...p].sort()])));
          expectConsistent(live);
        });
      }),
      { numRuns },
    );
  });
}

function identity(manager: string, operation: 'Apply' | 'Update'): string {
  return `${manager}/${operation}`;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

function writeOf(): fc.Arbitrary<Write> {
  const value = fc.constantFrom('1', '2');
  const field = fc.oneof(
    fc.tuple(fc.constantFrom('grains.x', 'grains.y', 'grains.z', 'ref', 'bundle'), value),
    fc.tuple(fc.constantFrom('tags.x', 'tags.y'), fc.constant(true)),
    fc.tuple(fc.constantFrom('parts.1', 'parts.2'), fc.constant(true)),
    fc.tuple(fc.constantFrom('parts.1.note', 'parts.2.note'), value),
  );
  const fields = fc
    .array(field, { minLength: 1, maxLength: 6 })
    .map((list) => withParts(new Map<string, unknown>(list)));
  return fc.record({
    manager: fc.constantFrom(...MANAGERS),
    kind: fc.constantFrom('apply' as const, 'apply' as const, 'force' as const, 'update' as const),
    fields,
  });
}

/**
 * A note is that of a part, and every part has its key. Something stands in every map and list all the time: who has
 * sent one also owns that it is there, of which the model knows nothing.
 */
function withParts(fields: Map<string, unknown>): Fields {
  fields.set('grains.w', '0').set('tags.w', true).set('parts.9', true);
  for (const path of [...fields.keys()]) {
    const part = /^parts\.\d/.exec(path)?.[0];
    if (part) fields.set(part, true).set(`${part}.id`, Number(part.slice(-1)));
  }
  return fields;
}

/** A gadget that says what fields say. */
function gadgetOf(fields: Fields): Plain {
  const spec: Plain = {};
  const inside = (name: string): Plain => (spec[name] ??= {}) as Plain;
  const parts = new Map<string, Plain>();
  for (const [path, value] of fields) {
    const [head, key, below] = path.split('.');
    if (head === 'grains') inside('grains')[key] = value;
    else if (head === 'bundle') spec.bundle = { key: value };
    else if (head === 'ref') spec.ref = { name: value };
    else if (head === 'tags') spec.tags = [...((spec.tags as string[] | undefined) ?? []), key];
    else if (below) parts.set(key, { ...parts.get(key), [below]: value });
  }
  if (parts.size > 0) spec.parts = [...parts.values()].map((part) => ({ kind: 'std', ...part }));
  return { apiVersion: API_VERSION, kind: 'Gadget', metadata: { name: 'g' }, spec };
}

function fieldsOf({ spec = {} }: Gadget): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries((spec.grains ?? {}) as Plain)) fields.set(`grains.${name}`, value);
  if (spec.bundle) fields.set('bundle', (spec.bundle as Plain).key);
  if (spec.ref) fields.set('ref', (spec.ref as Plain).name);
  for (const tag of (spec.tags ?? []) as string[]) fields.set(`tags.${tag}`, true);
  for (const { id, note } of (spec.parts ?? []) as { id: number; note?: string }[]) {
    fields.set(`parts.${id}`, true).set(`parts.${id}.id`, id);
    if (note !== undefined) fields.set(`parts.${id}.note`, note);
  }
  return new Map([...fields].sort(byName));
}

function carryOut(type: ObjectShape, write: Write, live: Gadget | undefined, second: number): Gadget | StatusError {
  const { manager, kind, fields } = write;
  const common = { type, apiVersion: API_VERSION, live, manager, subresource: '', now: second * 1000 };
  if (kind === 'update') {
    const object = decoded(type, gadgetOf(fields));
    object.metadata = { ...object.metadata, ...(live && { managedFields: live.metadata.managedFields }) };
    trackUpdate({ ...common, object });
    return stored(object);
  }
  try {
    const configuration = gadgetOf(fields);
    return stored(applyConfiguration({ ...common, kind: 'Gadget', configuration, force: kind === 'force' }));
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

function decoded(type: ObjectShape, value: Plain): Gadget {
  const object = type.decode(value);
  type.applyDefaults(object);
  return { ...object, apiVersion: API_VERSION, kind: 'Gadget' } as unknown as Gadget;
}

/** As it comes from the store; an object that no one owns is new to the next apply. */
function stored(object: ApiObject): Gadget {
  const copy = JSON.parse(JSON.stringify(object)) as Gadget;
  delete copy.metadata.uid;
  return copy;
}

/** Paths of the model in a field set; those it does not know, such as the structs on the way, are left out. */
function pathOf(path: FieldPathElements): string | undefined {
  const [spec, field, ...rest] = path.map(nameOf);
  if (spec !== 'spec') return undefined;
  const names = [field, ...rest];
  if (field === 'bundle' || field === 'ref') return names.join('.');
  const isKnown = rest.length > 0 && rest.at(-1) !== 'kind';
  return isKnown ? names.join('.') : undefined;
}

function nameOf(element: string): string {
  if (element.startsWith('k:')) return String((JSON.parse(element.slice(2)) as { id: number }).id);
  return element.startsWith('v:') ? (JSON.parse(element.slice(2)) as string) : element.slice(2);
}

function ownersOf({ metadata }: Gadget): Map<string, string[]> {
  const owners = new Map<string, string[]>();
  for (const { manager = '', operation, fieldsV1 } of metadata.managedFields ?? []) {
    const paths = [...fromFieldsV1(fieldsV1!).paths()].flatMap((path) => pathOf(path) ?? []);
    if (paths.length > 0) owners.set(identity(manager, operation as 'Apply'), paths.sort());
  }
  return owners;
}

function conflictsIn({ status }: StatusError): string[] {
  expect(status).toMatchObject({ code: 409, reason: 'Conflict' });
  return status
    .details!.causes!.map(({ message = '', field = '' }) => {
      const [, manager] = /"(.*?)"/.exec(message)!;
      const path = field
        .slice(1)
        .replace(/^spec\./, '')
        .replace(/\[id=(\d),.*?\]/, '.$1')
        .replace(/\[="(.)"\]/, '.$1');
      return `${identity(manager, message.includes('using') ? 'Update' : 'Apply')} ${path}`;
    })
    .sort();
}

/** No owner twice, none of nothing, in order, and no field that is not there. */
function expectConsistent(object: Gadget): void {
  const entries = object.metadata.managedFields ?? [];
  const identities = entries.map(({ manager = '', operation, apiVersion = '', subresource = '' }) =>
    identityOf({ manager, operation: operation as 'Apply', apiVersion, subresource }),
  );
  expect(new Set(identities).size).toBe(identities.length);
  const there = fieldsOf(object);
  for (const [, paths] of ownersOf(object)) for (const path of paths) expect(there.has(path)).toBe(true);
  const order = entries.map(({ operation, time = '', manager }) => [operation, time, manager].join(' '));
  expect(order).toEqual([...order].sort());
  for (const { fieldsV1 } of entries) expect(Object.keys(fieldsV1!).length).toBeGreaterThan(0);
}
