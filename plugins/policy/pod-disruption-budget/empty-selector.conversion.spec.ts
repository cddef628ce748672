import type { LabelSelector } from '../../../src/plugin-api/index.js';
import { emptySelectorConversion } from './empty-selector.conversion.js';

const key = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';
const metadata = { name: 'b' };
const [exists, doesNotExist] = ['Exists', 'DoesNotExist'].map((operator) => ({ key, operator }));
const matchLabels = { a: 'b' };

describe('emptySelectorConversion', () => {
  it.each<[LabelSelector | undefined, LabelSelector | undefined]>([
    [undefined, undefined],
    [{}, { matchExpressions: [exists!] }],
    [{ matchExpressions: [doesNotExist!] }, {}],
    [{ matchLabels }, { matchLabels }],
  ])('turns a selector %j of v1beta1 into %j and back [DIFF-PDB-01, DIFF-PDB-02, DIFF-PDB-03]', (old, now) => {
    const hub = emptySelectorConversion.toHub({ metadata, spec: { selector: old } });
    expect(hub.spec).toEqual({ selector: now });
    expect(emptySelectorConversion.fromHub(hub).spec).toEqual({ selector: old });
  });

  it('leaves out what it asked for beside other requirements', () => {
    const selector = { matchLabels, matchExpressions: [exists!] };
    const hub = emptySelectorConversion.toHub({ metadata, spec: { selector } });
    expect(hub.spec?.selector).toEqual({ matchLabels, matchExpressions: [] });
  });
});
