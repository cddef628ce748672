import { checkGroup, checkKind, checkLabel, checkSubresource, checkVersion } from './check-names.js';
import { formsOf, pluralOf, singularOf } from './word-forms.js';

it.each([
  ['port', 'Port', 'port', 'port'],
  ['Port', 'Port', 'port', 'port'],
  ['BoatYard', 'BoatYard', 'boatYard', 'boat-yard'],
  ['boat-yard', 'BoatYard', 'boatYard', 'boat-yard'],
  ['HTTPRoute', 'HTTPRoute', 'hTTPRoute', 'http-route'],
  ['Port2', 'Port2', 'port2', 'port2'],
])('spells %s in every way', (name, pascal, camel, kebab) => {
  expect(formsOf(name)).toEqual({ pascal, camel, kebab });
});

it.each([
  ['port', 'ports'],
  ['policy', 'policies'],
  ['quay', 'quays'],
  ['class', 'classes'],
  ['box', 'boxes'],
  ['berth', 'berths'],
  ['branch', 'branches'],
])('makes the plural of %s, and the singular of it', (singular, plural) => {
  expect(pluralOf(singular)).toBe(plural);
  expect(singularOf(plural)).toBe(singular);
});

it.each(['harbor', 'status', 'bus', 'glass'])('leaves %s, which is no plural', (name) => {
  expect(singularOf(name)).toBe(name);
});

describe('the checks of names', () => {
  it.each<[string, () => void, string]>([
    ['a plugin in capitals', () => checkLabel('plugin', 'Ports'), '. Did you mean ports?'],
    ['a plugin with underscores', () => checkLabel('plugin', 'my_ports'), '. Did you mean my-ports?'],
    ['a plugin that is a path', () => checkLabel('plugin', '../ports'), 'plugin "../ports": '],
    ['a plugin with a digit first', () => checkLabel('plugin', '1port'), 'plugin "1port": '],
    ['a group without a domain', () => checkGroup('ports'), 'as ports.example.com'],
    ['a group in capitals', () => checkGroup('Ports.example.com'), 'group "Ports.example.com": '],
    ['a group of Kubernetes', () => checkGroup('ports.k8s.io'), 'is reserved for Kubernetes itself'],
    ['a kind in small letters', () => checkKind('port'), '. Did you mean Port?'],
    ['a kind with a dash', () => checkKind('Boat-Yard'), 'is no name such as Berth or BoatYard'],
    ['a kind that is a list', () => checkKind('PortList'), 'is no name such as Berth or BoatYard'],
    ['a kind that the code imports', () => checkKind('Field'), 'the generated code uses this name'],
    ['a kind that the language has', () => checkKind('Promise'), 'the generated code uses this name'],
    ['a version without a v', () => checkVersion('1beta1'), 'is no version such as v1, v2beta1 or v1alpha2'],
    ['a version with a dot', () => checkVersion('v1.2'), 'is no version such as v1, v2beta1 or v1alpha2'],
    ['version 0', () => checkVersion('v0'), 'is no version such as v1, v2beta1 or v1alpha2'],
    ['the subresource status', () => checkSubresource('status'), 'hasStatus'],
    ['a subresource in capitals', () => checkSubresource('Depart'), '. Did you mean depart?'],
  ])('refuse %s', (_what, check, message) => {
    expect(check).toThrow(message);
  });

  it('accept what is right', () => {
    checkLabel('plugin', 'my-ports2');
    checkGroup('ports.example.com');
    checkKind('BoatYard2');
    for (const version of ['v1', 'v12', 'v1beta1', 'v2alpha13']) checkVersion(version);
    checkSubresource('depart');
  });
});
