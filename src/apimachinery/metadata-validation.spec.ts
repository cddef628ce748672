import { formatFieldError, invalid } from './field-error.js';
import { FieldPath } from './field-path.js';
import { goIntOrString, goLabelSelector, goQuantity } from './go-syntax.js';
import {
  labelNameRule,
  validateAnnotations,
  validateConditions,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from './metadata-validation.js';

describe('validateObjectMeta()', () => {
  const good = { name: 'a', namespace: 'default' };

  it.each([
    [{}, ['metadata.name: Required value: name or generateName is required', 'metadata.namespace: Required value']],
    [{ ...good, generation: -1 }, ['metadata.generation: Invalid value: -1: must be greater than or equal to 0']],
    [
      { ...good, finalizers: ['plain'] },
      [
        'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      { ...good, finalizers: ['orphan', 'foregroundDeletion'] },
      [
        'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      { ...good, ownerReferences: [{ apiVersion: '', kind: 'A', name: '', uid: 'u' }] },
      [
        'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
      ],
    ],
    [
      {
        ...good,
        ownerReferences: [
          { apiVersion: 'a/b/c', kind: '', name: '', uid: '', controller: true },
          { apiVersion: '/v1', kind: 'Event', name: 'e', uid: '', controller: true },
        ],
      },
      [
        'metadata.ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
        'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
        'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
        'metadata.ownerReferences: Invalid value: v1.OwnerReference{APIVersion:"/v1", Kind:"Event", Name:"e", UID:"", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}: /v1, Kind=Event is disallowed from being an owner',
        'metadata.ownerReferences: Invalid value: []v1.OwnerReference{v1.OwnerReference{APIVersion:"a/b/c", Kind:"", Name:"", UID:"", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}, v1.OwnerReference{APIVersion:"/v1", Kind:"Event", Name:"e", UID:"", Controller:(*bool)(nil), BlockOwnerDeletion:(*bool)(nil)}}: Only one reference can have Controller set to true. Found "true" in references for / and Event/e',
      ],
    ],
    [
      { ...good, managedFields: [{ operation: 'Guess', manager: 'a\u0007' }] },
      [
        'metadata.managedFields[0].operation: Invalid value: "Guess": must be `Apply` or `Update`',
        'metadata.managedFields[0].manager: Invalid value: "a\\a": should only contain printable characters',
      ],
    ],
  ])('refuses %j', (meta, expected) => {
    expect(validateObjectMeta(meta, { namespaced: true }).map(formatFieldError)).toEqual(expected);
  });

  it('accepts a prefix that ends in a dash', () => {
    expect(
      validateObjectMeta({ ...good, generateName: 'web-' }, { namespaced: true, nameRule: labelNameRule }),
    ).toEqual([]);
  });

  it('refuses a namespace on kinds that have none', () => {
    expect(validateObjectMeta(good, { namespaced: false }).map(formatFieldError)).toEqual([
      'metadata.namespace: Forbidden: not allowed on this type',
    ]);
  });
});

describe('validateObjectMetaUpdate()', () => {
  const old = { name: 'a', uid: 'u', resourceVersion: '1', generation: 2 };

  it('refuses changes of identity', () => {
    const errors = validateObjectMetaUpdate({ ...old, uid: 'v', resourceVersion: '', generation: 1 }, old);
    expect(errors.map(formatFieldError)).toEqual([
      'metadata.resourceVersion: Invalid value: "": must be specified for an update',
      'metadata.generation: Invalid value: 1: must not be decremented',
      'metadata.uid: Invalid value: "v": field is immutable',
    ]);
  });

  it('refuses new finalizers while the object is being deleted', () => {
    const deleted = { ...old, deletionTimestamp: '2024-01-01T00:00:00Z', finalizers: ['a.b/c'] };
    const errors = validateObjectMetaUpdate({ ...deleted, finalizers: ['a.b/c', 'a.b/d'] }, deleted);
    expect(errors.map(formatFieldError)).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.b/d"}',
    ]);
  });
});

describe('validateAnnotations()', () => {
  it('checks keys without regard to case, and the total size', () => {
    const path = FieldPath.of('metadata', 'annotations');
    expect(validateAnnotations({ 'Example.COM/Key': 'x' }, path)).toEqual([]);
    expect(validateAnnotations({ big: 'x'.repeat(256 * 1024) }, path).map(formatFieldError)).toEqual([
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    ]);
  });
});

describe('validateConditions()', () => {
  it('wants unique types and complete members', () => {
    const good = { type: 'Ready', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z', reason: 'Up' };
    const errors = validateConditions([good, { ...good, status: 'Maybe', reason: '' }], FieldPath.of('conditions'));
    expect(errors.map(formatFieldError)).toEqual([
      'conditions[1].type: Duplicate value: "Ready"',
      'conditions[1].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      'conditions[1].reason: Required value: must be set',
    ]);
  });
});

describe('values in Go notation', () => {
  it.each([
    [goIntOrString('5%'), 'intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}'],
    [
      goQuantity('1500m'),
      'resource.Quantity{i:resource.int64Amount{value:1500, scale:-3}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"1500m", Format:"DecimalSI"}',
    ],
    [
      goLabelSelector({ matchLabels: { b: '2', a: '1' } }),
      'v1.LabelSelector{MatchLabels:map[string]string{"a":"1", "b":"2"}, MatchExpressions:[]v1.LabelSelectorRequirement(nil)}',
    ],
    [['a'], '[]string{"a"}'],
    [{ b: '2', a: '1' }, 'map[string]string{"a":"1", "b":"2"}'],
    ['a\u0007\u0001\u200b\\u0007', '"a\\a\\x01\\u200b\\\\u0007"'],
    [null, '"null"'],
  ])('%# prints as the reference does', (value, text) => {
    expect(invalid(FieldPath.of('x'), value).message).toBe(`Invalid value: ${text}`);
  });
});
