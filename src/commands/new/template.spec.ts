import { type TemplateNames, fillIn } from './template.js';
import { formsOf } from './word-forms.js';

const NAMES: TemplateNames = {
  plugin: { name: 'my-fleet', className: 'MyFleetPlugin', file: 'my-fleet' },
  group: 'fleet.acme.io',
  version: 'v1alpha1',
  kind: { ...formsOf('BoatYard'), plural: 'yards' },
  part: formsOf('moor-up'),
  newVersion: 'v1',
};

it.each([
  ['SampleGroupPlugin of sample-group at sample-group.example.com', 'MyFleetPlugin of my-fleet at fleet.acme.io'],
  ['com.example.sample-group.v1.SampleThingSpec', 'io.acme.fleet.v1alpha1.BoatYardSpec'],
  ["'../sample-group.plugin.js'", "'../my-fleet.plugin.js'"],
  ['sampleThingKind, samplethings, ./sample-thing.v1.js', 'boatYardKind, yards, ./boat-yard.v1alpha1.js'],
  ['SampleActHandler sampleActSubresource sample-act', 'MoorUpHandler moorUpSubresource moor-up'],
  ['SampleCheckAdmission SampleLoopController', 'MoorUpAdmission MoorUpController'],
  ['SampleThingV1beta1 in v1beta1, not in v1', 'BoatYardV1 in v1, not in v1alpha1'],
  ['src/sample-thing/sample-thing-v1beta1.conversion.ts', 'src/boat-yard/boat-yard-v1.conversion.ts'],
])('fills in %s', (template, expected) => {
  expect(fillIn(template, NAMES)).toBe(expected);
});

it.each([
  ['Oven', 'An Oven. The state of an Oven, and an OvenSampler'],
  ['BoatYard', 'A BoatYard. The state of a BoatYard, and a BoatYardSampler'],
  ['Unit', 'A Unit. The state of a Unit, and a UnitSampler'],
])('writes the article of %s', (kind, expected) => {
  const names = { ...NAMES, part: undefined, kind: { ...formsOf(kind), plural: 'things' } };
  expect(fillIn('A SampleThing. The state of a SampleThing, and a SampleThingSampler', names)).toBe(expected);
});
