import type { JsonValue } from '../../../src/plugin-api/built-in.js';
import { itemsOf } from './manifest-items.js';
import { MANIFEST_VERSION, type ManifestKind } from './manifest-kind.js';

const kindOf = (kind: string): ManifestKind => ({
  kind,
  resource: `${kind.toLowerCase()}s`,
  validate: () => [],
  restrict: () => undefined,
});
const KINDS = [kindOf('Policy'), kindOf('Binding')];
const A = { apiVersion: MANIFEST_VERSION, kind: 'Policy', metadata: { name: 'a' } };
const B = { apiVersion: MANIFEST_VERSION, kind: 'Binding', metadata: { name: 'b' } };
const LIST = { apiVersion: 'v1', kind: 'List' };
const POLICIES = { apiVersion: MANIFEST_VERSION, kind: 'PolicyList' };

describe('itemsOf()', () => {
  it.each<[string, JsonValue, JsonValue[]]>([
    ['an object', A, [A]],
    ['a v1 List', { ...LIST, metadata: {}, items: [A, B] }, [A, B]],
    ['a list of one kind', { ...POLICIES, items: [A, { metadata: { name: 'a' } }] }, [A, A]],
    ['lists in a v1 List', { ...LIST, items: [{ ...POLICIES, items: [A] }, B] }, [A, B]],
    ['a list without items', LIST, []],
  ])('returns those of %s', (_, document, values) => {
    expect(itemsOf(document, KINDS).map(({ value }) => value)).toEqual(values);
  });

  it.each<[JsonValue, string]>([
    ['text', 'is not an object'],
    [[A], 'is not an object'],
    [{ metadata: {} }, 'is not one of'],
    [{ ...A, kind: 'Pod' }, 'Kind=Pod is not one of'],
    [{ ...A, apiVersion: 'admissionregistration.k8s.io/v1beta1' }, 'is not one of'],
    [{ ...LIST, items: [LIST] }, 'Kind=List is not one of'],
    [{ ...LIST, items: A }, 'items: is not a list'],
    [{ ...LIST, item: [A] }, 'unknown field "item" of a list'],
    [{ ...POLICIES, items: [B] }, 'Kind=Binding is in a list of'],
  ])('refuses %j', (document, fault) => {
    expect(() => itemsOf(document, KINDS)).toThrow(fault);
  });
});
