import { BUILT_IN_PLUGINS } from '../../plugins.js';
import { CURRENT_RELEASE, NEWEST_RELEASE, OLDEST_RELEASE, minorOf } from '../../options/index.js';
import { runCommand } from '../run-command.js';
import type { ShownRelease } from './list-releases.js';

async function run(...words: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const texts = { out: '', err: '' };
  const output = (name: 'out' | 'err') => ({ write: (text: string) => (texts[name] += text) });
  const host = { out: output('out'), err: output('err'), ownPlugins: () => Promise.resolve(BUILT_IN_PLUGINS) };
  return { code: await runCommand('releases', words, host), ...texts };
}

describe('binnacle releases', () => {
  it('prints a line for each release, the newest first', async () => {
    const { code, out } = await run();
    const lines = out.trimEnd().split('\n');
    const count = minorOf(NEWEST_RELEASE) - minorOf(OLDEST_RELEASE) + 1;
    expect([code, lines.length]).toEqual([0, count + 1]);
    expect(lines[0]).toMatch(/^RELEASE +VERSIONS +KINDS +TYPES +FIELDS +MEMBERS +OPENAPI/);
    expect(lines[1]).toMatch(new RegExp(`^v${NEWEST_RELEASE} +\\d+ +\\d+ +\\d+ +\\d+ +\\d+/\\d+`));
    expect(lines.filter((line) => line.includes('(default)'))).toEqual([
      expect.stringContaining(`v${CURRENT_RELEASE} `),
    ]);
  });

  it('counts what a release serves without a setting', async () => {
    const shown = JSON.parse((await run('--output', 'json')).out) as ShownRelease[];
    const sizeIn = (release: string) => shown.find((each) => each.release === release)!;
    expect(sizeIn('1.36').fields).toBeGreaterThan(sizeIn('1.32').fields);
    expect(sizeIn('1.21').groupVersions).toBeGreaterThan(sizeIn('1.22').groupVersions);
    expect(sizeIn('1.15').compared).toEqual({});
    expect(Object.keys(sizeIn('1.36').compared)).toContain('openapi');
  });

  it('refuses other formats', async () => {
    expect(await run('--output', 'yaml')).toMatchObject({ code: 2, err: expect.stringContaining('table and json') });
  });
});
