import { STATUSZ_PAGE } from './statusz.js';
import { WARNING, type ZpageFacts } from './zpage.js';

const factsAt = (release: string, listedPaths: readonly string[] = []): ZpageFacts => ({
  release,
  isEnabled: () => true,
  listedPaths: () => listedPaths,
  flags: async () => [],
});

/** A text with its random delimiters replaced by `:`. */
const plain = (text: string): string => text.replace(/^(Started|Up|[\w ]+ version|Paths)(: |:|=| ) /gm, '$1: ');

describe('STATUSZ_PAGE', () => {
  it.each([
    ['1.33', []],
    ['1.34', ['Paths: /livez /readyz']],
    ['1.36', ['Paths: /livez /readyz']],
  ])('of %s lists paths as %j', async (release, lines) => {
    const text = plain(await STATUSZ_PAGE.text('apiserver', factsAt(release, ['/readyz/log', '/livez', '/readyz'])));
    const [blank, title, warning, second, started, up, go, binary, emulation, ...paths] = text.split('\n');
    expect([blank, title, warning, second]).toEqual(['', 'apiserver statusz', WARNING, '']);
    expect(started).toMatch(/^Started: \w{3} \w{3} [ \d]\d \d\d:\d\d:\d\d UTC \d{4}$/);
    expect(up).toMatch(/^Up: \d+ hr \d\d min \d\d sec$/);
    expect([go, binary, emulation]).toEqual([
      `Go version: ${process.version}`,
      `Binary version: ${release}.0+binnacle`,
      `Emulation version: ${release}`,
    ]);
    expect(paths).toEqual([...lines, '']);
  });

  it.each([
    [['/'], []],
    [['/apis', '/apis/apps/v1', '/api/v1', '/openid/v1/jwks', '/openapi/v3', '/.well-known/openid-configuration'], []],
    [
      ['/version', '/livez/log', '/livez/ping', '/metrics/slis', '/apisx'],
      ['/apisx', '/livez', '/metrics', '/version'],
    ],
  ])('reduces %j to %j', async (listed, paths) => {
    expect(await STATUSZ_PAGE.members(factsAt('1.36', listed))).toMatchObject({ paths });
  });

  it('starts before now by its uptime', async () => {
    const { startTime, uptimeSeconds } = (await STATUSZ_PAGE.members(factsAt('1.36'))) as Record<string, never>;
    const between = (Date.now() - Date.parse(startTime)) / 1000 - uptimeSeconds;
    expect(between).toBeGreaterThanOrEqual(0);
    expect(between).toBeLessThan(3);
  });
});
