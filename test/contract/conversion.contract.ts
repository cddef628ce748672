import type { ApiObject } from '../../src/apimachinery/index.js';
import type { ResolvedKind, ResolvedVersion } from '../../src/registry/index.js';

/** A kind with two versions, `v1` that is stored and `v2`, and objects of each that mean the same. */
export interface ConvertedSamples {
  readonly kind: ResolvedKind;
  /** The same objects in each version, at the same places. */
  readonly v1: readonly ApiObject[];
  readonly v2: readonly ApiObject[];
}

/** The contract of conversions between the versions of every kind, for any implementation. */
export function describeConversion(name: string, open: () => ConvertedSamples): void {
  describe(`conversion by ${name}`, () => {
    let samples: ConvertedSamples;
    let versions: readonly [ResolvedVersion, ResolvedVersion];

    beforeEach(() => {
      samples = open();
      const { kind } = samples;
      versions = [kind.storage, [...kind.versions.values()].find((version) => version !== kind.storage)!];
    });

    it('gives as many objects, in order', async () => {
      const [stored, other] = versions;
      expect(await samples.kind.convert(samples.v1, stored, other)).toEqual(samples.v2);
      expect(await samples.kind.convert(samples.v2, other, stored)).toEqual(samples.v1);
    });

    it('gives nothing for nothing', async () => {
      expect(await samples.kind.convert([], ...versions)).toEqual([]);
    });

    it('does not change its input', async () => {
      const before = structuredClone(samples.v1);
      await samples.kind.convert(samples.v1, ...versions);
      expect(samples.v1).toEqual(before);
    });

    it('gives the same objects, at once, where both versions are one', () => {
      const [stored] = versions;
      expect(samples.kind.convert(samples.v1, stored, stored)).toBe(samples.v1);
      expect(samples.kind.convertOne(samples.v1[0], stored, stored)).toBe(samples.v1[0]);
    });

    it('converts single objects as lists', async () => {
      const [stored, other] = versions;
      expect(await samples.kind.convertOne(samples.v1[0], stored, other)).toEqual(samples.v2[0]);
    });
  });
}
