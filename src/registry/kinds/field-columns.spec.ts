import { ApiType, Field, KubernetesObject } from '../../schema/index.js';
import { defineKind } from './define-kind.js';
import { fieldOfColumn } from './field-columns.js';

@ApiType({ name: 'com.example.dock.v1.Size' })
class Size {
  @Field(1, 'double', { doc: 'In meters.' }) width?: number;
}

@ApiType({ name: 'com.example.dock.v1.CraneSpec' })
class CraneSpec {
  @Field(1, 'int32', { doc: 'Tons that it lifts.' }) tons?: number;
  @Field(2, Size) size?: Size;
  @Field(3, 'string', { list: true }) crews?: string[];
  @Field(4, 'bool', { pointer: true }) isMobile?: boolean;
  @Field(5, 'time') built?: string;
  @Field(6, 'intOrString') port?: number | string;
  @Field(7, 'string', { map: true }) marks?: Record<string, string>;
}

@ApiType({ name: 'com.example.dock.v1.Crane' })
class Crane extends KubernetesObject {
  @Field(2, CraneSpec) spec: CraneSpec;
}

const names = { kind: 'Crane', plural: 'cranes', versions: [{ name: 'v1', type: Crane }] };
const NOW = Date.parse('2024-02-29T12:00:00Z');

const { columns = [] } = defineKind<Crane>({
  ...names,
  columns: {
    Tons: 'spec.tons',
    Width: { path: 'spec.size.width', priority: 1, description: 'Of its arm.' },
    Crews: 'spec.crews',
    Mobile: 'spec.isMobile',
    Built: 'spec.built',
    Port: 'spec.port',
  },
});

const cellsOf = (spec: CraneSpec): unknown[] =>
  columns.map(({ cell }) => cell({ metadata: { name: 'tall', creationTimestamp: '2024-02-29T11:58:30Z' }, spec }, NOW));

describe('columns of fields', () => {
  it('stand between name and age, with the types of the fields', () => {
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['Name', 'string'],
      ['Tons', 'integer'],
      ['Width', 'number'],
      ['Crews', 'string'],
      ['Mobile', 'boolean'],
      ['Built', 'date'],
      ['Port', 'string'],
      ['Age', 'string'],
    ]);
  });

  it('have the descriptions of the fields, or those that are given', () => {
    expect(columns.slice(1, 4).map(({ description, priority }) => [description, priority])).toEqual([
      ['Tons that it lifts.', 0],
      ['Of its arm.', 1],
      ['', 0],
    ]);
  });

  it('show values in the form that fits their type', () => {
    const built = '2020-01-01T00:00:00Z';
    const spec = { tons: 3, size: { width: 2.5 }, crews: ['early', 'late'], isMobile: false, built, port: 80 };
    expect(cellsOf(spec)).toEqual(['tall', 3, 2.5, 'early,late', false, built, '80', '90s']);
  });

  it('are empty where a value, or a struct on the way to it, is unset', () => {
    expect(cellsOf({})).toEqual(['tall', null, null, '', null, null, '', '90s']);
  });

  it('remember their fields', () => {
    expect(columns.map(fieldOfColumn)).toEqual([
      undefined,
      'spec.tons',
      'spec.size.width',
      'spec.crews',
      'spec.isMobile',
      'spec.built',
      'spec.port',
      undefined,
    ]);
  });

  it('are those of the storage version, which may be in another group', () => {
    const older = { name: 'v1', type: Size as never, conversion: {} as never };
    const stored = { name: 'v2', group: 'dock.example.com', type: Crane };
    const declared = { ...names, versions: [older, stored], storageVersion: 'dock.example.com/v2' };
    expect(defineKind<Crane>({ ...declared, columns: { Tons: 'spec.tons' } }).columns![1].type).toBe('integer');
  });

  it('are of fields with one value or a list of values: the compiler refuses others', () => {
    // @ts-expect-error -- a struct has no cell
    defineKind<Crane>({ ...names, columns: { Size: 'spec.size' } });
    // @ts-expect-error -- a map has no cell
    defineKind<Crane>({ ...names, columns: { Marks: 'spec.marks.colour' } });
    // @ts-expect-error -- a misspelt field
    const misspelt = defineKind<Crane>({ ...names, columns: { Tons: 'spec.tonns' } });
    expect(misspelt.columns![1].type).toBe('string');
  });
});

describe('columns that are listed', () => {
  it('stay as they are, and a kind without any has none', () => {
    const listed = [{ name: 'Tons', type: 'integer', description: '', cell: () => 1 }] as const;
    expect(defineKind<Crane>({ ...names, columns: listed }).columns).toBe(listed);
    expect(defineKind<Crane>(names)).not.toHaveProperty('columns');
  });

  it('are left to the checks where they are no columns at all', () => {
    expect(defineKind<Crane>({ ...names, columns: 'spec.tons' as never }).columns).toBe('spec.tons');
    expect(defineKind<Crane>({ ...names, columns: null as never }).columns).toBeNull();
  });
});
