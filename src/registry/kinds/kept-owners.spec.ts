import type { ApiObject, ManagedFieldsEntry } from '../../apimachinery/index.js';
import { SharedFields } from '../../patch/index.js';
import { KeptOwners } from './kept-owners.js';
import { writeOwned } from './owned-text.js';

describe('KeptOwners', () => {
  const managedFields: ManagedFieldsEntry[] = [{ manager: 'a', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } }];
  const object = { kind: 'A', metadata: { name: 'a', uid: 'u-1', managedFields }, data: { x: ',"managedFields":[]' } };
  const { text, owners } = writeOwned(object, new SharedFields());
  const storedAt = (revision: number): string =>
    `${text.replace('"uid":"u-1"', `"uid":"u-1","resourceVersion":"${revision}"`)}\n`;
  const keeping = (revision: number): KeptOwners => {
    const kept = new KeptOwners();
    kept.keep('/a', revision, owners!);
    return kept;
  };

  it.each([7, 12_345])('parses an object at revision %d as a whole', (revision) => {
    const kept = keeping(revision);
    const parsed = kept.parse('/a', revision, storedAt(revision)) as ApiObject;
    expect(parsed).toEqual(JSON.parse(storedAt(revision)));
    expect(JSON.stringify(parsed)).toBe(storedAt(revision).trim());
  });

  it('answers new objects, and frozen field sets', () => {
    const kept = keeping(7);
    const entriesOf = (): ManagedFieldsEntry[] =>
      (kept.parse('/a', 7, storedAt(7)) as ApiObject).metadata.managedFields!;
    const [entry] = entriesOf();
    entry.time = 'changed';
    expect(entriesOf()[0]).toEqual(managedFields[0]);
    expect(() => Object.assign(entry.fieldsV1!, { 'f:new': {} })).toThrow(TypeError);
  });

  it.each<[string, string, number, string]>([
    ['another key', '/b', 7, storedAt(7)],
    ['another revision', '/a', 8, storedAt(8)],
    ['a text of another length', '/a', 7, storedAt(7).replace('u-1', 'u-12')],
    ['a text with other members at their place', '/a', 7, storedAt(7).replace('"managedFields"', '"ManagedFields"')],
  ])('knows nothing of %s', (_title, key, revision, stored) => {
    expect(keeping(7).parse(key, revision, stored)).toBeUndefined();
  });

  it('keeps those of the last objects', () => {
    const kept = keeping(7);
    for (let i = 0; i < 1023; i++) kept.keep(`/other${i}`, 1, owners!);
    expect(kept.parse('/a', 7, storedAt(7))).toBeDefined();
    kept.keep('/other1023', 1, owners!);
    expect(kept.parse('/a', 7, storedAt(7))).toBeUndefined();
  });
});
