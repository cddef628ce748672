import { namespaceIn, withoutFormerLife, withoutOwners } from './yaml-text.js';

const OBJECT = `apiVersion: v1
data:
  uid: mine
  managedFields: |
    text
kind: ConfigMap
metadata:
  creationTimestamp: "2026-01-01T00:00:00Z"
  labels:
    uid: kept
  managedFields:
  - apiVersion: v1
    manager: kubectl
  name: x
  namespace: shop
  uid: abc
status:
  phase: Active
`;

describe('withoutOwners()', () => {
  it('leaves out the owners of fields, and nothing else', () => {
    const text = withoutOwners(OBJECT);
    expect(text).not.toContain('manager: kubectl');
    expect(text).toContain('  managedFields: |\n    text\nkind');
    expect(text).toContain('    uid: kept\n  name: x\n');
  });
});

describe('withoutFormerLife()', () => {
  it('leaves out what the server set, at its place only', () => {
    expect(withoutFormerLife(OBJECT, true)).toBe(
      [
        ...['apiVersion: v1', 'data:', '  uid: mine', '  managedFields: |', '    text', 'kind: ConfigMap', 'metadata:'],
        ...['  labels:', '    uid: kept', '  name: x', '  namespace: shop'],
      ].join('\n'),
    );
  });

  it('keeps a status that its creator writes', () => {
    expect(withoutFormerLife(OBJECT, false)).toContain('status:\n  phase: Active\n');
  });
});

describe('namespaceIn()', () => {
  it.each<[string, string | undefined]>([
    [OBJECT, 'shop'],
    ['metadata:\n  name: x\nspec:\n  namespace: other\n', undefined],
    ['metadata:\n    namespace: "quoted"', 'quoted'],
    ['', undefined],
  ])('of %j is %s', (text, namespace) => {
    expect(namespaceIn(text)).toBe(namespace);
  });
});
