import { readFileSync } from 'node:fs';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

/** A resource, and the releases that have it: `introduced` the first one, `removed` the first without it. */
interface Row {
  readonly apiVersion: string;
  readonly resource: string;
  readonly introduced: string;
  readonly removed?: string;
}

interface Releases {
  readonly groupsOf132: readonly { group: string; versions: string[]; preferred: string }[];
  readonly resources: readonly Row[];
}

const path = new URL('releases.json', import.meta.url);
const { resources, groupsOf132 } = JSON.parse(readFileSync(path, 'utf8')) as Releases;
const minors = Array.from({ length: 18 }, (_, i) => 15 + i);
const minorOf = (release: string): number => Number(release.split('.')[1]);
const isIn = (minor: number, { introduced, removed }: Row): boolean =>
  minorOf(introduced) <= minor && (removed === undefined || minor < minorOf(removed));
const rootOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

/** Ranks as clients do: released versions, then betas, then alphas, each with the newest first. */
function rankOf(version: string): number {
  const [, major, stage, minor] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version)!;
  const level = { alpha: 0, beta: 1, released: 2 }[stage ?? 'released']!;
  return level * 10_000 + Number(major) * 100 + Number(minor ?? 0);
}

async function groupsOf(server: TestServer): Promise<Json[]> {
  return (await server.client.get('/apis')).body.groups as Json[];
}

const versionsOf = (group: Json): string[] => (group.versions as Json[]).map(({ version }) => version as string);

/** The resources in discovery, without subresources. */
async function servedBy(server: TestServer): Promise<string[]> {
  const groups = await groupsOf(server);
  const apiVersions = groups.flatMap((group) =>
    versionsOf(group).map((version) => `${group.name as string}/${version}`),
  );
  const found: string[] = [];
  for (const apiVersion of ['v1', ...apiVersions]) {
    const { body } = await server.client.get(rootOf(apiVersion));
    const names = (body.resources as Json[]).map(({ name }) => name as string);
    found.push(...names.filter((name) => !name.includes('/')).map((name) => `${apiVersion} ${name}`));
  }
  return found.sort();
}

describe.each(minors)('what release 1.%i serves', (minor) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ api: { emulatedRelease: `1.${minor}` } });
  });

  afterAll(() => server.close());

  it('is what that release had: groups, versions and resources', async () => {
    const there = resources.filter((row) => isIn(minor, row)).map((row) => `${row.apiVersion} ${row.resource}`);
    expect(await servedBy(server)).toEqual(there.sort());
  });

  it('prefers the most stable version of each group, and then the newest', async () => {
    for (const group of await groupsOf(server)) {
      const best = versionsOf(group).sort((a, b) => rankOf(b) - rankOf(a))[0];
      expect([group.name, (group.preferredVersion as Json).version]).toEqual([group.name, best]);
    }
  });

  it('lacks what came later or was gone by then', async () => {
    for (const row of resources.filter((one) => !isIn(minor, one))) {
      const { status } = await server.client.get(`${rootOf(row.apiVersion)}/${row.resource}`);
      expect([row.apiVersion, row.resource, status]).toEqual([row.apiVersion, row.resource, 404]);
    }
  });

  it('calls itself by its number', async () => {
    const { body } = await server.client.get('/version');
    expect(body).toMatchObject({ major: '1', minor: String(minor) });
    expect(body.gitVersion).toMatch(new RegExp(`^v1\\.${minor}\\.`));
  });
});

it('has the group extensions where it stood, as long as there was one', async () => {
  const server = await startTestServer({ api: { emulatedRelease: '1.15' } });
  const names = (await groupsOf(server)).map(({ name }) => name);
  await server.close();
  expect(names.slice(0, 4)).toEqual(['apiregistration.k8s.io', 'extensions', 'apps', 'events.k8s.io']);
});

it('lists the groups of 1.32 in their order', async () => {
  const server = await startTestServer();
  const groups = await groupsOf(server);
  await server.close();
  const found = groups.map((group) => ({
    group: group.name,
    versions: versionsOf(group),
    preferred: (group.preferredVersion as Json).version,
  }));
  expect(found).toEqual(groupsOf132);
});
