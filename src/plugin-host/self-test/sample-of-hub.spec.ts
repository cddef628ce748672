import { cratePlugin, numbersOf, splitSize, writtenByHand } from '../../../test/fixtures/plugins/crate.plugin.js';
import type { PluginError } from '../plugin-error.js';
import { tryPlugins } from './self-test.js';

async function mistakesOf(...[conversion]: Parameters<typeof cratePlugin>): Promise<readonly string[]> {
  try {
    await tryPlugins([cratePlugin(conversion)]);
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
