import { FieldPath, formatFieldErrors } from '../../apimachinery/index.js';
import { faultsOfResources, speaksOf } from './resource-names.js';

describe('speaksOf()', () => {
  it.each([
    ['*.*', true, true, true],
    ['*.', true, false, false],
    ['*.apps', false, true, true],
    ['secrets', true, false, false],
    ['secrets.', false, false, false],
    ['deployments.apps', false, true, false],
    ['deployments', false, false, false],
    ['secrets.apps', false, false, true],
  ])('%s: secrets %p, deployments.apps %p, secrets.apps %p', (entry, secrets, deployments, others) => {
    expect([
      speaksOf(entry, { group: '', resource: 'secrets' }),
      speaksOf(entry, { group: 'apps', resource: 'deployments' }),
      speaksOf(entry, { group: 'apps', resource: 'secrets' }),
    ]).toEqual([secrets, deployments, others]);
  });
});

describe('faultsOfResources()', () => {
  const faultsOf = (...resources: string[]): string =>
    formatFieldErrors(faultsOfResources(resources, FieldPath.of('r')));

  it.each([['secrets'], ['*.*'], ['*.'], ['*.apps', 'secrets'], ['secrets', 'deployments.apps'], ['*.', '*.apps']])(
    'do not match %s %s',
    (...resources) => expect(faultsOfResources(resources.filter(Boolean), FieldPath.of('r'))).toEqual([]),
  );

  it.each([
    [['*'], 'r[0]: Invalid value: "*": use \'*.\' to encrypt all the resources from core API group'],
    [['Secrets'], 'r[0]: Invalid value: "Secrets": resource name should not contain capital letters'],
    [['sec*'], 'r[0]: Invalid value: "sec*": a wildcard stands for a whole name'],
    [['secrets.*'], 'encrypting the same resource across groups is not supported'],
    [['events.events.k8s.io'], "Use 'events' instead in the config file"],
    [['*.extensions'], "'extensions' group has been removed and cannot be used for encryption"],
    [['secrets', 'secrets'], 'r[1]: Invalid value: "secrets": the same resource cannot be specified multiple times'],
    [['*.*', '*.*'], 'r[1]: Invalid value: "*.*": the same resource cannot be specified multiple times'],
    [['secrets', '*.*'], 'r[0]: Invalid value: "secrets": using overlapping resources'],
    [['*.apps', '*.*'], 'r[0]: Invalid value: "*.apps": using overlapping resources'],
    [['secrets', '*.'], 'r[0]: Invalid value: "secrets": using overlapping resources'],
    [['*.apps', '.apps'], 'r[1]: Invalid value: ".apps": using overlapping resources'],
    [['*.apps', 'deployments.apps'], 'r[1]: Invalid value: "deployments.apps": using overlapping resources'],
  ])('of %j: %s', (resources, fault) => expect(faultsOf(...resources)).toContain(fault));
});
