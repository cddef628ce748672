import { checkAs } from '../../../src/plugin-api/built-in.js';
import type { CustomResourceDefinition } from '../custom-resource-definition/custom-resource-definition.v1.js';
import { approvalCondition, establishedCondition } from './definition-conditions.js';
import { decideNames, GrantedNames } from './definition-names.js';

const names = { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList', shortNames: ['bt', 'b'] };

function definition(further: Partial<CustomResourceDefinition> = {}, group = 'sea.example.com') {
  return {
    metadata: { name: `boats.${group}` },
    spec: { group, scope: 'Namespaced', names },
    ...further,
  } as CustomResourceDefinition;
}

const none = { resources: new Set<string>(), kinds: new Set<string>() };

describe('decideNames()', () => {
  it('accepts names that are free', () => {
    const { acceptedNames, condition } = decideNames(definition(), none);
    expect(acceptedNames).toEqual(names);
    expect(condition).toMatchObject({ status: 'True', reason: 'NoConflicts', message: 'no conflicts found' });
  });

  it.each([
    ['boats', 'PluralConflict', { plural: '' }],
    ['boat', 'SingularConflict', { singular: undefined }],
    ['b', 'ShortNamesConflict', { shortNames: undefined }],
    ['Boat', 'KindConflict', { kind: '' }],
    ['BoatList', 'ListKindConflict', { listKind: undefined }],
  ])('refuses %s where others have it', (name, reason, missing) => {
    const taken = { resources: new Set([name]), kinds: new Set([name]) };
    const { acceptedNames, condition } = decideNames(definition(), taken);
    expect(condition).toMatchObject({ status: 'False', reason, message: `"${name}" is already in use` });
    expect(acceptedNames).toEqual({ ...names, ...missing });
  });

  it('leaves a definition the names it has, also where others ask for them', () => {
    const taken = { resources: new Set(['boats', 'bt']), kinds: new Set(['Boat']) };
    const { condition } = decideNames(definition({ status: { acceptedNames: names } }), taken);
    expect(condition.status).toBe('True');
  });
});

describe('GrantedNames', () => {
  const granted = definition({ status: { acceptedNames: names } });
  const other = definition({ metadata: { name: 'crafts.sea.example.com' }, status: { acceptedNames: names } });
  const ALL = ['boats', 'boat', 'bt', 'b'];
  const known = (...definitions: CustomResourceDefinition[]): GrantedNames => {
    const out = new GrantedNames();
    for (const each of definitions) out.set(each);
    return out;
  };
  const taken = (from: GrantedNames, by: CustomResourceDefinition): string[] => {
    const { resources, kinds } = from.takenFrom(by);
    return [...ALL.filter((name) => resources.has(name)), ...['Boat', 'BoatList'].filter((name) => kinds.has(name))];
  };

  it('are taken from others of the group, and from nobody else', () => {
    expect(taken(known(granted), other)).toEqual([...ALL, 'Boat', 'BoatList']);
    expect(taken(known(granted), granted)).toEqual([]);
    expect(taken(known(granted), definition({}, 'lake.example.com'))).toEqual([]);
  });

  it('are taken while one of several owners is left', () => {
    const both = known(granted, other, granted);
    expect(taken(both, granted)).toContain('boats');
    both.delete('crafts.sea.example.com');
    expect(taken(both, granted)).toEqual([]);
    expect(taken(both, other)).toContain('boats');
    both.delete('boats.sea.example.com');
    both.delete('boats.sea.example.com');
    expect(taken(both, other)).toEqual([]);
  });

  it('are lacked by definitions whose condition says so', () => {
    const { condition } = decideNames(definition(), { resources: new Set(['boats']), kinds: new Set() });
    const lacking = definition({ status: { conditions: [condition] } });
    expect(known(lacking, other).lackingIn('sea.example.com')).toEqual(['boats.sea.example.com']);
    expect(known(lacking).lackingIn('lake.example.com')).toEqual([]);
  });
});

describe('establishedCondition()', () => {
  const accepted = decideNames(definition(), none);
  const refused = decideNames(definition(), { resources: new Set(['boats']), kinds: new Set() });

  it('follows the first names, and stays true from then on', () => {
    expect(establishedCondition(definition(), refused)).toMatchObject({ status: 'False', reason: 'NotAccepted' });
    const first = establishedCondition(definition(), accepted);
    expect(first).toMatchObject({ status: 'True', reason: 'InitialNamesAccepted' });
    expect(establishedCondition(definition({ status: { conditions: [first] } }), refused)).toBe(first);
  });

  it.each([
    ['1.30', 'True', 'InitialNamesAccepted'],
    ['1.31', 'False', 'InvalidCABundle'],
  ])('waits for usable certificates of the conversion webhook since 1.31: %s', (release, status, reason) => {
    const webhook = { clientConfig: { url: 'https://a.example.com', caBundle: 'Cg==' } };
    const spec = { ...definition().spec, conversion: { strategy: 'Webhook', webhook } };
    const found = checkAs(release, () => establishedCondition(definition({ spec } as never), accepted));
    expect(found).toMatchObject({ status, reason });
  });
});

describe('approvalCondition()', () => {
  it.each([
    [undefined, 'False', 'MissingAnnotation'],
    ['unapproved, for a test', 'False', 'UnapprovedAnnotation'],
    ['https://example.com/pull/1', 'True', 'ApprovedAnnotation'],
    ['approved by mail', 'False', 'InvalidAnnotation'],
  ])('of annotation %s is %s', (annotation, status, reason) => {
    const annotations: Record<string, string> = annotation ? { 'api-approved.kubernetes.io': annotation } : {};
    const given = definition({ metadata: { name: 'x', annotations } }, 'sub.k8s.io');
    expect(approvalCondition(given)).toMatchObject({ status, reason });
  });

  it('is absent in other groups', () => {
    expect(approvalCondition(definition())).toBeUndefined();
    expect(approvalCondition(definition({}, 'notk8s.io'))).toBeUndefined();
  });
});
