import { Thing, clientContext, thing } from '../../../../test/support/registry-store.js';
import type { WriteAttributes } from '../../../admission/index.js';
import type { Conversion } from '../../kinds/kind-definition.js';
import { ResolvedKind } from '../../kinds/resolved-kind.js';
import { admissionAttributesOf, warnWithoutEffect } from './write-scope.js';

const GROUP = 'test.example.com';

/** Things of `v2` are green, and others are not. */
const conversion: Conversion<Thing, Thing> = {
  toHub: ({ spec, ...object }) => ({ ...object, spec: { ...spec, color: 'red' } }),
  fromHub: ({ spec, ...object }) => ({ ...object, spec: { ...spec, color: 'green' } }),
};

const kind = new ResolvedKind<Thing>(GROUP, {
  ...{ kind: 'Thing', plural: 'things', namespaced: true, storageVersion: 'v1' },
  versions: [{ name: 'v1', type: Thing }, { name: 'v2', type: Thing, conversion } as never],
});

describe('the admission attributes of a write', () => {
  const attributesOf = (object: Thing): WriteAttributes => {
    const admission = { equivalentsOf: () => [] };
    return admissionAttributesOf({ kind, admission }, clientContext(), { operation: 'CREATE', name: 'a', object });
  };

  it('show its object in the versions of the kind alone', async () => {
    const attributes = attributesOf(thing('a', { color: 'red' }));
    expect(await attributes.objectIn(`${GROUP}/v2`)).toMatchObject({
      apiVersion: `${GROUP}/v2`,
      spec: { color: 'green' },
    });
    expect(await attributes.objectIn(`${GROUP}/v9`)).toBeUndefined();
    expect([attributes.shapeIn(`${GROUP}/v2`)?.name, attributes.shapeIn(`${GROUP}/v9`)]).toEqual([
      'k8s.io.api.test.v1.Thing',
      undefined,
    ]);
  });

  it('take an object of any version of the kind, in the one that is worked on', async () => {
    const attributes = attributesOf(thing('a'));
    await attributes.replace({ ...thing('a', { count: 7 }), apiVersion: `${GROUP}/v2` });
    expect(attributes.object).toMatchObject({ apiVersion: `${GROUP}/v1`, spec: { count: 7, color: 'red' } });
  });

  it.each([
    ['another kind', { ...thing('a'), kind: 'Other' }],
    ['another version', { ...thing('a'), apiVersion: `${GROUP}/v9` }],
    ['no version', { ...thing('a'), apiVersion: undefined }],
  ])('take no object of %s', async (_what, object) => {
    await expect(attributesOf(thing('a')).replace(object)).rejects.toThrow('admission made an object of another kind');
  });
});

describe('warnWithoutEffect()', () => {
  const warningsFor = (color: string, subresource: string | undefined, warnsWithoutEffect: boolean | undefined) => {
    const withoutEffect = ({ spec }: Thing): string | undefined => (spec!.color === 'red' ? 'no effect' : undefined);
    const ofRed = { functions: { withoutEffect } } as unknown as ResolvedKind<Thing>;
    const warnings: string[] = [];
    const context = clientContext({ subresource, warn: (text) => warnings.push(text) });
    const parts = { kind: ofRed, warnsWithoutEffect, isEnabled: () => true };
    warnWithoutEffect(parts, context, thing('a', { color }));
    warnWithoutEffect(parts, { ...context, warn: undefined }, thing('a', { color }));
    return warnings;
  };

  it('warns a client that listens of an object without effect, where the server does so', () => {
    expect(warningsFor('red', undefined, true)).toEqual(['no effect']);
    expect(warningsFor('blue', undefined, true)).toEqual([]);
  });

  it('warns of nothing where the server does not, or of a part', () => {
    expect([warningsFor('red', undefined, undefined), warningsFor('red', undefined, false)]).toEqual([[], []]);
    expect(warningsFor('red', 'status', true)).toEqual([]);
  });
});
