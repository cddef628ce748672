import type { ApiObject } from '../../apimachinery/index.js';
import { partialMetadata, tableOf } from './views.js';

const objectWith = (annotations: Record<string, string>): ApiObject => ({
  kind: 'Ship',
  apiVersion: 'fleet/v1',
  metadata: { name: 'a', annotations },
});

describe('partialMetadata()', () => {
  it('has the members of managed fields in the order of their type', () => {
    const byName = {
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: {},
      manager: 'm',
      operation: 'Apply',
      time: 't',
    };
    const object = { metadata: { name: 'a', managedFields: [byName] } };
    const [entry] = partialMetadata(object, 'v1').metadata.managedFields!;
    expect(entry).toEqual(byName);
    expect(Object.keys(entry)).toEqual(['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1']);
  });

  it('lacks annotations that the conversion to a served version writes', () => {
    const { metadata } = partialMetadata(objectWith({ written: '1', own: 'x' }), 'v1', ['written']);
    expect(metadata).toEqual({ name: 'a', annotations: { own: 'x' } });
  });

  it('is the metadata itself where there are no such annotations', () => {
    for (const metadata of [{ name: 'a' }, { name: 'a', annotations: { own: 'x' } }]) {
      const object = { kind: 'Ship', apiVersion: 'fleet/v1', metadata };
      expect(partialMetadata(object, 'v1', ['written']).metadata).toBe(metadata);
    }
  });

  it('has no annotations when no other is left', () => {
    expect(partialMetadata(objectWith({ written: '1' }), 'v1', ['written']).metadata.annotations).toBeUndefined();
  });
});

describe('tableOf()', () => {
  it('shows whole objects in the version asked for, and metadata from before the conversion', () => {
    const versioned = objectWith({ written: '2' });
    const source = { columns: [], conversionAnnotations: ['written'] };
    const row = { seen: objectWith({ written: '1' }), shown: versioned };
    const rowWith = (includeObject: string): unknown => {
      const table = tableOf(source, [row], { meta: {}, metaVersion: 'v1', includeObject });
      return (table as { rows: { object: unknown }[] }).rows[0].object;
    };
    expect(rowWith('Object')).toBe(versioned);
    expect(rowWith('Metadata')).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
    expect(rowWith('Metadata')).not.toHaveProperty('metadata.annotations.written');
    expect(rowWith('None')).toBeNull();
  });

  it('leaves a cell empty that cannot be made, and shows the others', () => {
    const failing = (): never => {
      throw new TypeError('of undefined');
    };
    const column = { type: 'string', description: '' } as const;
    const columns = [
      { ...column, name: 'Broken', cell: failing },
      { ...column, name: 'Whole', cell: () => 'x' },
    ];
    const source = { columns, conditionsOf: failing };
    const table = tableOf(source, [{ seen: objectWith({}) }], { meta: {}, metaVersion: 'v1', includeObject: 'None' });
    expect(table.rows).toEqual([{ cells: [null, 'x'], object: null }]);
  });
});
