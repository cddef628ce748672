import { berthKind } from '../../../../plugins/example/berth/berth.kind.js';
import type { Berth } from '../../../../plugins/example/berth/berth.v1.js';
import { mooringKind, throwBug } from '../../../../test/fixtures/plugins/mooring.plugin.js';
import { badRequest } from '../../../apimachinery/index.js';
import { type KindDefinition, ResolvedKind, type Strategy } from '../../../registry/index.js';
import { exampleFaults } from './try-examples.js';

const RIGHT: Berth = { metadata: { name: 'a' }, spec: { size: { lengthMeters: 50 } } };

/** The faults of one example of a berth in v1, by its own strategy or another one. */
function faultsOf(example: object, strategy: unknown = berthKind.strategy): string[] {
  const [v1, ...others] = berthKind.versions;
  const versions = [{ ...v1, examples: [example] }, ...others];
  const definition = { ...berthKind, strategy, versions } as unknown as KindDefinition;
  const kind = new ResolvedKind('harbor.example.com', definition);
  return exampleFaults(kind, kind.storage);
}

describe('exampleFaults()', () => {
  it.each<[string, object]>([
    ['examples of a kind', RIGHT],
    ['apiVersion and kind', { apiVersion: 'harbor.example.com/v1', kind: 'Berth', ...RIGHT }],
    ['a namespace', { ...RIGHT, metadata: { name: 'a', namespace: 'harbor' } }],
    ['a prefix of a name', { ...RIGHT, metadata: { generateName: 'a-' } }],
  ])('finds nothing wrong with %s', (_name, example) => {
    expect(faultsOf(example)).toEqual([]);
  });

  it.each<[object, string]>([
    [{ ...RIGHT, kind: 'Ship' }, 'kind: is not Berth'],
    [{ ...RIGHT, apiVersion: 'v1' }, 'apiVersion: is not harbor.example.com/v1'],
    [{ ...RIGHT, metadata: { name: 'a', uid: 'u' } }, 'metadata.uid: is set by the server'],
    [{ ...RIGHT, status: { phase: 'Free' } }, 'status: is set by the server'],
    [{ ...RIGHT, metadata: { name: 'A' } }, 'metadata.name: Invalid value: "A"'],
    [
      { metadata: { name: 'a' }, spec: { size: { lengthMeters: 50 }, color: 'red' } },
      'spec.color: there is no such field',
    ],
    [{ metadata: { name: 'a' }, spec: { size: { lengthMeters: 'long' } } }, 'lengthMeters'],
    [{ metadata: { name: 'a' }, spec: { size: { lengthMeters: 500 } } }, 'spec.size.lengthMeters: Invalid value: 500'],
    [
      { metadata: { name: 'a' }, spec: { cargo: 'Container', size: { lengthMeters: 50 } } },
      'spec.size.draughtMeters: Invalid value: 2: container ships need at least 8 meters',
    ],
    [{}, 'examples[0]: '],
  ])('reports of %j: %s', (example, fault) => {
    expect(faultsOf(example)).toEqual([expect.stringContaining(fault)]);
  });

  it('reports what the rules of an older version refuse', () => {
    const [v2, v1] = mooringKind.versions;
    const versions = [v2, { ...v1, examples: [{ metadata: { name: 'a' }, spec: { lineCount: 5 } }] }];
    const kind = new ResolvedKind('mooring.example.com', { ...mooringKind, versions } as unknown as KindDefinition);
    const faults = exampleFaults(kind, kind.versionOf('mooring.example.com/v1'));
    expect(faults).toEqual(['examples[0]: spec.lineCount: Invalid value: 5: must be less than or equal to 4']);
  });

  it.each<[string, Strategy<Berth>]>([
    ['prepareForCreate', { prepareForCreate: () => throwBug() }],
    ['validate', { validate: () => throwBug() }],
  ])('name the function that throws: %s', (name, strategy) => {
    expect(faultsOf(RIGHT, strategy)).toEqual([
      expect.stringMatching(
        new RegExp(`^examples\\[0\\]: ${name} of its strategy fails: a bug \\(.*mooring\\.plugin\\.ts:\\d+:\\d+\\)`),
      ),
    ]);
  });

  it('report a refusal by a strategy as it is', () => {
    const refuse = (): never => {
      throw badRequest('no berths today');
    };
    expect(faultsOf(RIGHT, { prepareForCreate: refuse })).toEqual(['examples[0]: no berths today']);
  });
});
