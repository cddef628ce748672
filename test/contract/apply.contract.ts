import { type ApiObject, type ManagedFieldsEntry, StatusError } from '../../src/apimachinery/index.js';
import { type Application, applyConfiguration, resetFieldSet, trackUpdate } from '../../src/patch/index.js';
import type { ObjectShape } from '../../src/schema/index.js';

type Plain = Record<string, unknown>;
type Gadget = ApiObject & { spec?: Plain; status?: Plain };

const API_VERSION = 'example.io/v1';
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** How one apply differs from a plain one of the manager `a`. */
type Differences = Partial<Omit<Application, 'type' | 'configuration' | 'live'>>;

/**
 * The contract of server-side apply for a gadget, for any implementation of its shape. The shape has `spec` with
 * `replicas` (an integer, 1 by default), `port` (number or text), `active` (true or false), the list `plain`, the set
 * `tags`, the map `parts` keyed by `id` and `kind` (`std` by default) with a `note`, the map `grains`, the atomic map
 * `bundle` and the atomic struct `ref` with a `name`; and `status` with a `phase`.
 */
export function describeApplyContract(name: string, type: ObjectShape): void {
  const applied = (members: Plain, live?: Gadget, differences: Differences = {}): Gadget =>
    stored(
      applyConfiguration({
        type,
        apiVersion: API_VERSION,
        kind: 'Gadget',
        configuration: configurationOf(members),
        live,
        manager: 'a',
        force: false,
        subresource: '',
        now: NOW,
        ...differences,
      }),
    );
  const by = (manager: string, more: Differences = {}): Differences => ({ manager, ...more });
  const updated = (members: Plain, live?: Gadget, manager = 'u', now = NOW): Gadget => {
    const object = decoded(type, configurationOf(members));
    if (live) object.metadata = { ...live.metadata, ...object.metadata };
    trackUpdate({ type, apiVersion: API_VERSION, live, object, manager, subresource: '', now });
    return stored(object);
  };

  describe(`Server-side apply to ${name}`, () => {
    describe('a new object', () => {
      it('is made of the configuration and its defaults, which nobody owns [SSA-01, SSA-16]', () => {
        const object = applied({ spec: { tags: ['x'] } });
        expect(object.spec).toEqual({ replicas: 1, tags: ['x'] });
        expect(object.metadata.managedFields).toEqual([
          {
            manager: 'a',
            operation: 'Apply',
            apiVersion: API_VERSION,
            time: '2026-01-02T03:04:05Z',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:spec': { 'f:tags': { 'v:"x"': {} } } },
          },
        ]);
      });

      it.each<[Plain, object | undefined, string]>([
        [{ spec: { replicas: 2, port: 'http' } }, { 'f:spec': { 'f:port': {}, 'f:replicas': {} } }, 'SSA-01'],
        [{ spec: { plain: ['b', 'a'] } }, { 'f:spec': { 'f:plain': {} } }, 'SSA-19'],
        [{ spec: { bundle: { x: '1' } } }, { 'f:spec': { 'f:bundle': {} } }, 'SSA-22'],
        [{ spec: { ref: { name: 'n' } } }, { 'f:spec': { 'f:ref': {} } }, 'SSA-22'],
        [{ spec: { grains: { x: '1' } } }, { 'f:spec': { 'f:grains': { 'f:x': {} } } }, 'SSA-22'],
        [{ spec: { grains: {} } }, { 'f:spec': { 'f:grains': {} } }, 'SSA-22'],
        [{ spec: {} }, { 'f:spec': {} }, 'SSA-01'],
        [{ spec: { tags: [], parts: [] } }, undefined, 'SSA-20, SSA-21'],
        [
          { spec: { parts: [{ id: 1, note: 'n' }] } },
          { 'f:spec': { 'f:parts': { 'k:{"id":1,"kind":"std"}': { '.': {}, 'f:id': {}, 'f:note': {} } } } },
          'SSA-21',
        ],
        [{ metadata: { labels: { l: '1' } } }, { 'f:metadata': { 'f:labels': { 'f:l': {} } } }, 'SSA-22'],
        [{ metadata: { generateName: 'g', uid: 'u' } }, { 'f:metadata': { 'f:generateName': {} } }, 'MF-14'],
        [{}, undefined, 'SSA-01'],
      ])('of %j is owned as %j [%s]', (members, fields) => {
        expect(ownersOf(applied(members))).toEqual(fields ? { 'a/Apply': fields } : {});
      });
    });

    describe('fields of others', () => {
      const live = applied({ spec: { replicas: 2, tags: ['x'], parts: [{ id: 1, note: 'n' }], bundle: { k: 'v' } } });

      it.each([
        [{ replicas: 3 }, '.spec.replicas'],
        [{ parts: [{ id: 1, note: 'm' }] }, '.spec.parts[id=1,kind="std"].note'],
        [{ bundle: { k: 'w' } }, '.spec.bundle'],
        [{ bundle: { l: 'v' } }, '.spec.bundle'],
      ])('are not changed by %j: the conflict names %s [SSA-02, ERR-21, ERR-24]', (spec, field) => {
        const { status } = failureOf(() => applied({ spec }, live, by('b')));
        expect(status).toMatchObject({ code: 409, reason: 'Conflict' });
        expect(status.message).toBe(`Apply failed with 1 conflict: conflict with "a": ${field}`);
        expect(status.details).toEqual({
          causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field }],
        });
      });

      it('are taken by force, and leave what they had [SSA-03, SSA-04, SSA-12]', () => {
        const object = applied({ spec: { replicas: 3, bundle: { l: 'v' } } }, live, by('b', { force: true }));
        expect(object.spec).toMatchObject({ replicas: 3, bundle: { l: 'v' }, tags: ['x'] });
        const parts = { 'k:{"id":1,"kind":"std"}': { '.': {}, 'f:id': {}, 'f:note': {} } };
        expect(ownersOf(object)).toEqual({
          'a/Apply': { 'f:spec': { 'f:parts': parts, 'f:tags': { 'v:"x"': {} } } },
          'b/Apply': { 'f:spec': { 'f:bundle': {}, 'f:replicas': {} } },
        });
      });

      it('are shared where the value is the same, and conflict with all who share them [SSA-05, SSA-06, SSA-14]', () => {
        const shared = applied({ spec: { replicas: 2 } }, live, by('b'));
        expect(ownersOf(shared)['b/Apply']).toEqual({ 'f:spec': { 'f:replicas': {} } });
        const { status } = failureOf(() => applied({ spec: { replicas: 4 } }, shared, by('c')));
        expect(status.message).toBe(
          'Apply failed with 2 conflicts: conflicts with "a":\n- .spec.replicas\nconflicts with "b":\n- .spec.replicas',
        );
        expect(failureOf(() => applied({ spec: { replicas: 4 } }, shared, by('b'))).code).toBe(409);
      });

      it('stay beside those that are new [SSA-20, SSA-21]', () => {
        const spec = { tags: ['y'], parts: [{ id: 1, kind: 'odd' }, { id: 2 }], grains: { g: '1' } };
        const object = applied({ spec }, live, by('b'));
        expect(object.spec).toMatchObject({
          tags: ['x', 'y'],
          parts: [{ id: 1, note: 'n' }, { id: 1, kind: 'odd' }, { id: 2 }],
          grains: { g: '1' },
        });
      });

      it('name the version and the subresource of those who have updated them', () => {
        const object = updated({ spec: { replicas: 5, tags: ['x'] } }, live);
        const [entry] = object.metadata.managedFields!.filter(({ manager }) => manager === 'u');
        entry.subresource = 'scale';
        const { status } = failureOf(() => applied({ spec: { replicas: 6 } }, object));
        expect(status.message).toContain(
          'conflict with "u" with subresource "scale" using example.io/v1: .spec.replicas',
        );
      });
    });

    describe('what is not applied any more', () => {
      const live = applied({ spec: { replicas: 2, tags: ['x', 'y'], grains: { g: '1', h: '2' }, ref: { name: 'n' } } });

      it('is gone, or as it is by default [SSA-08, SSA-09]', () => {
        const object = applied({ spec: { tags: ['y'], grains: { h: '2' } } }, live);
        expect(object.spec).toEqual({ replicas: 1, tags: ['y'], grains: { h: '2' } });
        expect(ownersOf(applied({}, live))).toEqual({});
        expect(applied({}, live).spec ?? {}).not.toHaveProperty('tags');
      });

      it('stays where another manager owns it [SSA-07, SSA-13, SSA-15]', () => {
        const shared = applied({ spec: { replicas: 2, tags: ['x'] } }, live, by('b'));
        const object = applied({ spec: { tags: ['y'] } }, shared);
        expect(object.spec).toEqual({ replicas: 2, tags: ['x', 'y'] });
        expect(ownersOf(object)).toEqual({
          'a/Apply': { 'f:spec': { 'f:tags': { 'v:"y"': {} } } },
          'b/Apply': { 'f:spec': { 'f:replicas': {}, 'f:tags': { 'v:"x"': {} } } },
        });
      });

      it('takes along what stands below it and belongs to nobody', () => {
        const part = applied({ spec: { parts: [{ id: 1 }, { id: 2 }] } });
        (part.spec as { parts: Plain[] }).parts[0].note = 'by nobody';
        expect(applied({ spec: { parts: [{ id: 2 }] } }, part).spec).toMatchObject({ parts: [{ id: 2 }] });
      });

      it('does not remove fields of other owners below it', () => {
        const part = applied({ spec: { parts: [{ id: 1 }] } });
        const noted = applied({ spec: { parts: [{ id: 1, note: 'b' }] } }, part, by('b'));
        expect(applied({ spec: {} }, noted).spec).toMatchObject({ parts: [{ id: 1, note: 'b' }] });
      });
    });

    describe('lists with identifiable elements', () => {
      const ids = (object: Gadget): unknown[] => (object.spec as { parts: Plain[] }).parts.map(({ id }) => id);
      const parts = (...list: number[]): Plain => ({ spec: { parts: list.map((id) => ({ id })) } });

      it.each([
        [
          [1, 2, 3],
          [3, 2, 1],
          [3, 2, 1],
        ],
        [
          [1, 2, 3],
          [2, 4],
          [1, 2, 4, 3],
        ],
        [
          [1, 2, 3],
          [4, 2],
          [1, 4, 2, 3],
        ],
        [[1, 2, 3], [4], [1, 2, 3, 4]],
        [
          [1, 2, 3],
          [3, 1],
          [2, 3, 1],
        ],
      ])('of %j and %j become %j', (before, sent, after) => {
        const live = applied(parts(...before), undefined, by('b'));
        expect([...ids(applied(parts(...sent), live))].sort()).toEqual([...after].sort());
        expect(ids(applied(parts(...sent), live)).filter((id) => sent.includes(id as number))).toEqual(sent);
      });

      it('may hold one twice already, which is owned as one', () => {
        const live = updated({ spec: { parts: [{ id: 1, note: 'x' }, { id: 2 }, { id: 1, note: 'y' }] } });
        expect(ids(applied(parts(3), live))).toEqual([1, 2, 1, 3]);
        const again = { spec: { parts: [{ id: 1, note: 'z' }] } };
        const { status } = failureOf(() => applied(again, live));
        expect(status.details!.causes![0].field).toBe('.spec.parts[id=1,kind="std"]');
        expect(applied(again, live, { force: true }).spec).toMatchObject({ parts: [{ id: 1, note: 'z' }, { id: 2 }] });
      });
    });

    describe('a configuration that does not fit', () => {
      it.each([
        [{ dta: 1 }, '.dta: field not declared in schema'],
        [{ spec: { parts: [{ id: 1, no: 1 }] } }, '.spec.parts[id=1,kind="std"].no: field not declared in schema'],
        [{ spec: { replicas: '3' } }, '.spec.replicas: expected numeric (int or float), got string'],
        [{ spec: { active: 'x' } }, '.spec.active: expected boolean, got &{x}'],
        [
          { spec: { grains: { g: 5000000 } } },
          '.spec.grains.g: expected string, got &value.valueUnstructured{Value:5e+06}',
        ],
        [
          { spec: { bundle: { g: ['a', { b: null }] } } },
          '.spec.bundle.g: expected string, got &value.valueUnstructured{Value:[]interface {}{"a", map[string]interface {}{"b":interface {}(nil)}}}',
        ],
        [{ spec: { plain: { a: [1.5] } } }, '.spec.plain: expected list, got &{map[a:[1.5]]}'],
        [{ spec: { plain: ['a', 1] } }, '.spec.plain[1]: expected string, got &value.valueUnstructured{Value:1}'],
        [{ spec: ['a'] }, '.spec: expected map, got &{[a]}'],
        [{ spec: { tags: ['a', 'a'] } }, '.spec.tags: duplicate entries for key [="a"]'],
        [
          { spec: { parts: [{ id: 1 }, { id: 1, kind: 'std' }] } },
          '.spec.parts: duplicate entries for key [id=1,kind="std"]',
        ],
        [
          { spec: { tags: [null] } },
          ".spec.tags: element 0: associative list without keys has an element that's an explicit null",
        ],
        [
          { spec: { parts: [{ note: 'n' }] } },
          '.spec.parts: element 0: associative list with keys has an element that omits key field "id" (and doesn\'t have default value)',
        ],
        [
          { spec: { replicas: 'x', active: 1 } },
          'errors:\n  .spec.replicas: expected numeric (int or float), got string\n  .spec.active: expected boolean, got &{1}',
        ],
      ])('%j is refused [SSA-18]', (members, fault) => {
        const { status } = failureOf(() => applied(members));
        expect([status.code, status.reason]).toEqual([400, 'BadRequest']);
        expect(status.message).toBe(`failed to create typed patch object (/g; example.io/v1, Kind=Gadget): ${fault}`);
      });

      it('merges anything into an integer or text of a schema, which validation refuses then; a class refuses it', () => {
        const members = { spec: { port: { a: 1 } } };
        const fault = '.spec.port: expected any scalar, got &{map[a:1]}';
        const message = `failed to create typed patch object (/g; example.io/v1, Kind=Gadget): ${fault}`;
        const outcome = (): string => {
          try {
            return JSON.stringify(applied(members).spec);
          } catch (error) {
            return (error as Error).message;
          }
        };
        expect(outcome()).toContain(type.isUnstructured ? '"port":{}' : message);
      });

      it.each([
        [{ kind: 'Other' }, 'invalid object type: example.io/v1, Kind=Other'],
        [{ apiVersion: 'v2' }, 'invalid object type: /v2, Kind=Gadget'],
        [{ apiVersion: 'a/b/c' }, 'invalid object type: /, Kind='],
        [{ kind: 5 }, 'invalid object type: example.io/v1, Kind='],
        [{ metadata: { managedFields: [] } }, 'metadata.managedFields must be nil'],
      ])('%j is refused [MF-12]', (members, message) => {
        const { status } = failureOf(() => applied(members));
        expect([status.code, status.message]).toEqual([400, message]);
      });

      it('has its faults counted and cut', () => {
        const grains = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`g${i}`, 'x'.repeat(50).split('')]));
        const { status } = failureOf(() => applied({ spec: { grains } }));
        expect(status.message!.length).toBeLessThan(40_000);
        expect(({} as Plain).x).toBeUndefined();
      });
    });

    describe('updates', () => {
      it('take fields without a conflict, and are in the way of the next apply [SSA-10, SSA-11, MF-02]', () => {
        const live = applied({ spec: { replicas: 2, tags: ['x'] } });
        const object = updated({ spec: { replicas: 3, tags: ['x'] } }, live);
        expect(ownersOf(object)).toEqual({
          'a/Apply': { 'f:spec': { 'f:tags': { 'v:"x"': {} } } },
          'u/Update': { 'f:spec': { 'f:replicas': {} } },
        });
        const { status } = failureOf(() => applied({ spec: { replicas: 2 } }, object));
        expect(status.message).toContain('conflict with "u" using example.io/v1: .spec.replicas');
      });

      it('count as one before the first apply where nobody owns anything [SSA-27]', () => {
        const live = decoded(type, configurationOf({ spec: { replicas: 2, tags: ['x'] } }));
        live.metadata.uid = 'u';
        const object = applied({ spec: { tags: ['x', 'y'] } }, live);
        expect(ownersOf(object)).toEqual({
          'a/Apply': { 'f:spec': { 'f:tags': { 'v:"x"': {}, 'v:"y"': {} } } },
          'before-first-apply/Update': {
            'f:spec': { '.': {}, 'f:replicas': {}, 'f:tags': { '.': {}, 'v:"x"': {} } },
          },
        });
        expect(failureOf(() => applied({ spec: { replicas: 3 } }, live)).status.message).toContain(
          'before-first-apply',
        );
      });
    });

    describe('an apply that changes nothing', () => {
      const configuration = { spec: { replicas: 2, grains: { g: '1' } } };
      const live = applied(configuration);

      it('leaves versions and times alone [MF-04]', () => {
        expect(applied(configuration, live, { now: NOW + 60_000 })).toEqual(live);
      });

      it('has an entry without a time where it owns something for the first time', () => {
        const object = applied({ spec: { replicas: 2 } }, live, by('b', { now: NOW + 60_000 }));
        expect(timesOf(object)).toEqual({ a: '2026-01-02T03:04:05Z', b: undefined });
      });

      it('keeps its time where it owns less from now on', () => {
        const shared = applied(configuration, live, by('b', { force: true }));
        const object = applied({ spec: { replicas: 2 } }, shared, { now: NOW + 60_000 });
        expect(timesOf(object)).toMatchObject({ a: '2026-01-02T03:04:05Z' });
      });

      it('updates the time if something has changed', () => {
        const object = applied({ spec: { replicas: 3, grains: { g: '1' } } }, live, { now: NOW + 60_000 });
        expect(timesOf(object)).toEqual({ a: '2026-01-02T03:05:05Z' });
      });
    });

    it('does not own what an endpoint leaves alone [SSA-26, MF-07]', () => {
      const status = { subresource: 'status', resetFields: resetFieldSet(['spec']) };
      const object = applied(
        { spec: { replicas: 2 }, status: { phase: 'Up' } },
        applied({ spec: {} }),
        by('c', status),
      );
      expect(ownersOf(object)['c/Apply']).toEqual({ 'f:status': { 'f:phase': {} } });
      expect(object.metadata.managedFields!.find(({ manager }) => manager === 'c')!.subresource).toBe('status');
    });

    describe('null', () => {
      it('is owned, and counts as unset', () => {
        const object = applied({ spec: { replicas: null, grains: { g: null } } });
        expect(object.spec!.replicas).toBe(1);
        expect(ownersOf(object)).toEqual({ 'a/Apply': { 'f:spec': { 'f:grains': { 'f:g': {} }, 'f:replicas': {} } } });
      });
    });

    it('lets kubectl take over what client-side apply has set, and nothing else [SSA-28]', () => {
      const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
      const last = configurationOf({ spec: { replicas: 2, tags: ['x'] } });
      const metadata = { annotations: { [annotation]: JSON.stringify(last) } };
      const live = updated({ metadata, spec: { replicas: 2, tags: ['x'], port: 80 } });
      const next = { spec: { replicas: 3, tags: ['x'] } };
      expect(failureOf(() => applied(next, live, by('other'))).code).toBe(409);
      const object = applied(next, live, by('kubectl'));
      expect(object.spec!.replicas).toBe(3);
      expect(JSON.parse(object.metadata.annotations![annotation])).toEqual(configurationOf(next));
      const { status } = failureOf(() => applied({ spec: { replicas: 3, port: 81 } }, live, by('kubectl')));
      expect(status.details!.causes!.map(({ field }) => field)).toEqual(['.spec.port']);
    });

    it('gives everything to who owned a part of what is owned as a whole by now [SSA-24]', () => {
      const live = applied({ spec: { tags: ['x'] } });
      const [entry] = live.metadata.managedFields!;
      entry.fieldsV1 = { 'f:spec': { 'f:bundle': { 'f:k': {} }, 'f:plain': { 'v:"x"': {} } } };
      const own = applied({ spec: { replicas: 2 } }, live, by('b'));
      expect(ownersOf(own)['a/Apply']).toEqual({ 'f:spec': { 'f:bundle': {}, 'f:plain': {} } });
    });

    it('has no conflict with who owned the whole of what is owned in parts by now [SSA-25]', () => {
      const live = applied({ spec: { grains: { g: '1' } } });
      live.metadata.managedFields![0].fieldsV1 = { 'f:spec': { 'f:grains': {} } };
      expect(applied({ spec: { grains: { g: '2' } } }, live, by('b')).spec).toMatchObject({ grains: { g: '2' } });
    });
  });
}

function configurationOf(members: Plain): Plain {
  const { metadata, ...rest } = members;
  return { apiVersion: API_VERSION, kind: 'Gadget', metadata: { name: 'g', ...(metadata as Plain) }, ...rest };
}

function decoded(type: ObjectShape, value: Plain): Gadget {
  const object = type.decode(value);
  type.applyDefaults(object);
  return { ...object, apiVersion: API_VERSION, kind: 'Gadget' } as unknown as Gadget;
}

/** As read from the store: parsed again, and with a uid. */
function stored(object: ApiObject): Gadget {
  const copy = JSON.parse(JSON.stringify(object)) as Gadget;
  return { ...copy, metadata: { ...copy.metadata, uid: copy.metadata.uid ?? 'u' } };
}

function ownersOf(object: Gadget): Record<string, unknown> {
  const entries: readonly ManagedFieldsEntry[] = object.metadata.managedFields ?? [];
  return Object.fromEntries(entries.map(({ manager, operation, fieldsV1 }) => [`${manager}/${operation}`, fieldsV1]));
}

function timesOf(object: Gadget): Record<string, unknown> {
  return Object.fromEntries(object.metadata.managedFields!.map(({ manager, time }) => [manager, time]));
}

function failureOf(run: () => unknown): StatusError {
  try {
    run();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
