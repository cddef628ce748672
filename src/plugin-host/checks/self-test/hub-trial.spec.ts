import { Crate, OldCrate, OldestCrate, cratePlugin, refuse } from '../../../../test/fixtures/plugins/crate.plugin.js';
import {
  ApiType,
  type Conversion,
  Field,
  FieldPath,
  IsDefined,
  type KindDefinition,
  KubernetesObject,
  invalid,
  movedFields,
} from '../../../plugin-api/index.js';
import type { PluginError } from '../../mistakes/index.js';
import { tryPlugins } from './self-test.js';

async function mistakesOf(
  conversion: Conversion<OldCrate, Crate>,
  changes?: Partial<KindDefinition<Crate>>,
): Promise<readonly string[]> {
  try {
    await tryPlugins([cratePlugin(conversion, changes)]);
    return [];
  } catch (error) {
    return (error as PluginError).mistakes.slice(0, -1);
  }
}

const HEIGHT = 'crate.example.com/height';

/** The older version has the width alone. */
const widthAlone = {
  toHub({ spec: { size = '0' } = {}, ...rest }: OldCrate): Crate {
    return { ...rest, spec: { width: /^\d+$/.test(size) ? Number(size) : refuse(rest.metadata, size) } };
  },
  fromHub: ({ spec: { width = 0 } = {}, ...rest }: Crate): OldCrate => ({ ...rest, spec: { size: String(width) } }),
} satisfies Conversion<OldCrate, Crate>;

/** The same, and an annotation has the height. */
const carried: Conversion<OldCrate, Crate> = {
  toHub(old) {
    const { [HEIGHT]: height, ...annotations } = old.metadata.annotations ?? {};
    const { spec, metadata, ...rest } = widthAlone.toHub(old);
    return {
      ...rest,
      metadata: { ...metadata, annotations },
      spec: { ...spec, ...(height && { height: Number(height) }) },
    };
  },
  fromHub(crate) {
    const { metadata, ...rest } = widthAlone.fromHub(crate);
    const { height } = crate.spec ?? {};
    const annotations = { ...metadata.annotations, ...(height !== undefined && { [HEIGHT]: String(height) }) };
    return { ...rest, metadata: { ...metadata, annotations } };
  },
};

describe('trial runs of objects of the storage version', () => {
  const refused = invalid(FieldPath.of('spec', 'height'), 1, 'must be another');

  it('find what an older version loses', async () => {
    expect(await mistakesOf(widthAlone)).toEqual([
      expect.stringMatching(
        /^CratePlugin: Crate\/v1: its conversion to v1beta1 and back changes spec\.height from 1 to nothing; .* annotation/,
      ),
    ]);
  });

  it('find no fault where an annotation carries it', async () => {
    expect(await mistakesOf(carried, { conversionAnnotations: [HEIGHT] })).toEqual([]);
  });

  it('find what an example loses that no rule refuses', async () => {
    const onlyFour = { strategy: { validate: ({ spec }: Crate) => ((spec?.height ?? 4) === 4 ? [] : [refused]) } };
    const examples = [{ metadata: { name: 'a' }, spec: { width: 3, height: 4 } }];
    const versions = [
      { name: 'v1', type: Crate, examples },
      { name: 'v1beta1', type: OldCrate, conversion: widthAlone },
    ];
    expect(await mistakesOf(widthAlone, { ...onlyFour, versions } as Partial<KindDefinition<Crate>>)).toEqual([
      expect.stringMatching(
        /changes spec\.height from 4 to nothing; .* \(tried with examples\[0\]\) \(.*crate\.plugin\.ts:\d+:\d+\)$/,
      ),
    ]);
  });

  it('find what another version throws besides', async () => {
    const fails = (): never => {
      throw new TypeError('no size');
    };
    const fromHub = (crate: Crate): OldCrate =>
      crate.spec?.height !== undefined && crate.spec.width === undefined ? fails() : widthAlone.fromHub(crate);
    const versions = [
      { name: 'v1', type: Crate },
      { name: 'v1beta1', type: OldCrate, conversion: widthAlone },
      { name: 'v1alpha1', type: OldestCrate, conversion: { ...widthAlone, fromHub } },
    ];
    const strategy = { validate: ({ spec }: Crate) => (spec?.height === undefined ? [] : [refused]) };
    expect(await mistakesOf(widthAlone, { strategy, versions } as Partial<KindDefinition<Crate>>)).toEqual([
      expect.stringContaining('the conversion to v1alpha1 and back fails: '),
    ]);
  });

  it('leave out objects that the conversion refuses', async () => {
    const fromHub = (crate: Crate): OldCrate =>
      crate.spec?.height === undefined ? widthAlone.fromHub(crate) : refuse(crate.metadata, 'tall');
    const examples = [{ metadata: { name: 'a' }, spec: { size: '3' } }];
    const versions = [
      { name: 'v1', type: Crate },
      { name: 'v1beta1', type: OldCrate, conversion: { ...widthAlone, fromHub }, examples },
    ];
    expect(await mistakesOf(widthAlone, { versions } as Partial<KindDefinition<Crate>>)).toEqual([]);
  });

  it('leave out objects that the rules refuse', async () => {
    const strategy = { validate: ({ spec }: Crate) => (spec?.height === undefined ? [] : [refused]) };
    expect(await mistakesOf(widthAlone, { strategy })).toEqual([]);
  });
});

describe('trial runs of a conversion whose texts only itself can make', () => {
  @ApiType({ name: 'com.example.crate.v1.NeededCrateSpec' })
  class NeededSpec {
    @Field(1, 'string') @IsDefined() hull?: string;
    @Field(2, 'string') @IsDefined() engine?: string;
  }

  @ApiType({ name: 'com.example.crate.v1.NeededCrate' })
  class Needed extends KubernetesObject {
    @Field(2, NeededSpec) spec: NeededSpec;
  }

  @ApiType({ name: 'com.example.crate.v1beta1.NeededCrateSpec' })
  class OldNeededSpec {
    @Field(1, 'string') @IsDefined() size?: string;
  }

  @ApiType({ name: 'com.example.crate.v1beta1.NeededCrate' })
  class OldNeeded extends KubernetesObject {
    @Field(2, OldNeededSpec) spec: OldNeededSpec;
  }

  const apart = (text: string) => (/^\w+:\w+$/.test(text) ? text.split(':') : undefined);
  const together = ([hull, engine]: string[]): unknown => `${hull}:${engine}`;

  async function faultsOf(toHub: (text: string) => unknown, fromHub: (parts: string[]) => unknown) {
    const conversion = movedFields({ 'spec.size': { to: ['spec.hull', 'spec.engine'], toHub, fromHub } });
    const versions = [
      { name: 'v1', type: Needed },
      { name: 'v1beta1', type: OldNeeded, conversion },
    ];
    return mistakesOf(widthAlone, { versions } as Partial<KindDefinition<Crate>>);
  }

  it('find nothing wrong where they are taken apart again', async () => {
    expect(await faultsOf(apart, together)).toEqual([]);
  });

  it.each<[string, (text: string) => unknown, (parts: string[]) => unknown, RegExp]>([
    [
      'leaves out a field that the older version requires',
      apart,
      () => undefined,
      /^CratePlugin: Crate\/v1: its conversion to v1beta1 leaves out spec\.size, which that version requires/,
    ],
    ['throws', apart, () => (undefined as never as Date).getTime(), /Crate\/v1beta1: its conversion fails: .*getTime/],
    [
      'refuses its own texts',
      apart,
      ([hull, engine]) => `${hull}/${engine}`,
      /Crate\/v1beta1: its conversion refuses what it has made itself: .*"sample\/sample".* give the version an example/,
    ],
    [
      'makes too many parts',
      (text) => apart(text) && [...text.split(':'), 'more'],
      together,
      /Crate\/v1beta1: its conversion refuses what it has made itself: .*spec\.size/,
    ],
    [
      'loses what it has taken apart',
      (text) => apart(text) && [text.split(':')[0], 'other'],
      together,
      /Crate\/v1beta1: its conversion .* changes spec\.size from "sample:sample" to "sample:other"/,
    ],
  ])('say that it %s', async (_, toHub, fromHub, report) => {
    expect(await faultsOf(toHub, fromHub)).toEqual([expect.stringMatching(report)]);
  });
});
