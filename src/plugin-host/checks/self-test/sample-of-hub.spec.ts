import {
  Crate,
  OldCrate,
  cratePlugin,
  numbersOf,
  splitSize,
  writtenByHand,
} from '../../../../test/fixtures/plugins/crate.plugin.js';
import { FieldPath, invalid } from '../../../plugin-api/index.js';
import type { PluginError } from '../../mistakes/index.js';
import { tryPlugins } from './self-test.js';

async function mistakesOf(...parts: Parameters<typeof cratePlugin>): Promise<readonly string[]> {
  try {
    await tryPlugins([cratePlugin(...parts)]);
    return [];
  } catch (error) {
    return (error as PluginError).mistakes;
  }
}

describe('trial runs of a version that splits a text, and has no example', () => {
  it.each([
    ['movedFields', splitSize()],
    ['functions for the whole object', writtenByHand],
  ])('take the text that the other direction makes, with %s', async (_, conversion) => {
    expect(await mistakesOf(conversion)).toEqual([]);
  });

  it('find what is lost of that text', async () => {
    const [mistake] = await mistakesOf(splitSize((text) => numbersOf(text)?.slice(0, 1)));
    expect(mistake).toContain('CratePlugin: Crate/v1beta1: its conversion');
  });

  it('ask for an example where neither text can be taken apart', async () => {
    expect(await mistakesOf(splitSize((text) => numbersOf(text.replace('x', '*'))))).toContainEqual(
      expect.stringMatching(
        /Crate\/v1beta1: its conversion refuses what it has made itself: .*"1x1".* give the version an example with one/,
      ),
    );
  });
});

describe('trial runs of a conversion that mixes up members of one type', () => {
  it.each<[string, Parameters<typeof cratePlugin>[0]]>([
    ['of a split field', splitSize((text) => numbersOf(text)?.reverse())],
    [
      'in one of its directions',
      { toHub: writtenByHand.toHub, fromHub: (crate) => writtenByHand.fromHub(turned(crate)) },
    ],
  ])('find members %s', async (_, conversion) => {
    expect(await mistakesOf(conversion)).toContainEqual(
      expect.stringMatching(
        /^CratePlugin: Crate\/v1: its conversion to v1beta1 and back changes spec\.width from 2 to 3; .* both directions/,
      ),
    );
  });

  function turned({ spec: { width, height }, ...rest }: Crate): Crate {
    return { ...rest, spec: { width: height, height: width } };
  }

  it('leave out values that the rules of the newest version do not take', async () => {
    const onlySquares = ({ spec }: Crate) =>
      spec.width === spec.height ? [] : [invalid(FieldPath.of('spec', 'width'), 1, 'differs')];
    const versions = [
      { name: 'v1', type: Crate, validate: onlySquares },
      { name: 'v1beta1', type: OldCrate, conversion: splitSize((text) => numbersOf(text)?.reverse()) },
    ];
    expect(await mistakesOf(splitSize(), { versions })).toEqual([]);
  });
});
