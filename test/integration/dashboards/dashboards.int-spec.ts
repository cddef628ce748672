import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';
import { type TestServer, startTestServer } from '../../support/start-test-server.js';
import { type Exposed, parseExposition, select } from './exposition.js';

interface Panel {
  readonly dashboard: string;
  readonly panel: string;
  readonly series: readonly string[];
  readonly reason: string;
}

const panels: Panel[] = readFileSync(join(import.meta.dirname, 'panels.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(2)
  .map((line) => {
    const [dashboard, panel, series, reason = ''] = line.split('\t');
    return { dashboard, panel, series: series.split(' ; '), reason };
  });

const PATH = '/api/v1/namespaces/default/configmaps';

let server: TestServer;
let exposed: readonly Exposed[];

/** A day of a cluster in short: every verb, a watch, an error of a client. */
async function makeTraffic({ client, request }: TestServer): Promise<void> {
  // The administrator is exempt from flow control.
  await request('GET', PATH, { token: 'alice-token' });
  await client.post(PATH, { metadata: { name: 'a' } });
  await client.get(`${PATH}/a`);
  await client.get(PATH);
  await client.get('/api/v1/nodes');
  await client.get(`${PATH}/none`);
  await client.put(`${PATH}/a`, { metadata: { name: 'a' }, data: { b: 'c' } });
  await client.patch(`${PATH}/a`, 'merge-patch', { data: { b: 'd' } });
  (await client.open('GET', `${PATH}?watch=1`)).resume();
  await client.post(PATH, { metadata: { name: 'b' } });
  await client.delete(`${PATH}/a`);
}

beforeAll(async () => {
  server = await startTestServer({
    authorization: { modes: ['Node', 'RBAC'] },
    tokens: ['alice-token,alice,2,"devs"'],
  });
  await makeTraffic(server);
  await eventually(async () => {
    exposed = parseExposition((await server.client.get('/metrics')).text);
    expect(panels.filter(({ reason }) => reason === '').flatMap(missingOf)).toEqual([]);
  });
});
afterAll(() => server.close());

/** The series of a panel that select nothing. */
function missingOf({ panel, series }: Panel): string[] {
  return series.filter((each) => select(exposed, each).length === 0).map((each) => `${panel}: ${each}`);
}

describe('published dashboards', () => {
  it.each(panels.filter(({ reason }) => reason === ''))('$dashboard, $panel: is filled', (panel) => {
    expect(missingOf(panel)).toEqual([]);
  });

  // Counted, so that a panel that is filled one day is noticed.
  it('leave only those panels empty of which the table says why', () => {
    const empty = panels.filter((panel) => missingOf(panel).length > 0);
    expect(empty.map(({ panel }) => panel)).toEqual(
      panels.filter(({ reason }) => reason !== '').map(({ panel }) => panel),
    );
  });
});
