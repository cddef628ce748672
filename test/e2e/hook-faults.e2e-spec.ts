import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { startBuiltServer } from '../support/built-server.js';
import { TestClient } from '../support/test-client.js';

/** The bug is in line 12: no buoy has an anchor. */
const SOURCE = `import { ApiGroupPlugin, ApiType, Field, ObjectMeta, defineKind, type ApiObject } from 'binnacle/plugin-api';

@ApiType({ name: 'com.example.sea.v1.Buoy' })
class Buoy implements ApiObject {
  @Field(1, ObjectMeta) metadata: ObjectMeta;
}

class BuoyStrategy {
  prepareForCreate(buoy: Buoy): void {
    interface Anchored { anchor: { weight: number } }
    const { anchor } = buoy as unknown as Anchored;
    if (anchor.weight > 5) buoy.metadata.labels = {};
  }
}

const versions = [{ name: 'v1', type: Buoy }];
const kind = defineKind({ kind: 'Buoy', plural: 'buoys', namespaced: false, versions, storageVersion: 'v1', strategy: new BuoyStrategy() });
@ApiGroupPlugin({ group: 'sea.example.com', versions: ['v1'], kinds: [kind as never] })
export class SeaPlugin {}
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binnacle-hooks-'));
  const { outputText, sourceMapText } = ts.transpileModule(SOURCE, {
    compilerOptions: {
      sourceMap: true,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      useDefineForClassFields: false,
    },
    fileName: 'sea.ts',
  });
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "main": "sea.js" }');
  await writeFile(join(folder, 'sea.ts'), SOURCE);
  await writeFile(join(folder, 'sea.js'), outputText.replace('module.js.map', 'sea.js.map'));
  await writeFile(join(folder, 'sea.js.map'), sourceMapText!);
  await writeFile(join(folder, 'tokens.csv'), 'admin-token,admin,1,"system:masters"\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the message of the response to a create that fails in a hook, and the log of the server. */
async function createIn(...flags: readonly string[]): Promise<{ message: string; log: string }> {
  const given = [`--plugins=${folder}`, `--token-auth-file=${join(folder, 'tokens.csv')}`, '--plugin-checks=false'];
  const server = await startBuiltServer([...given, ...flags]);
  let log = '';
  server.standardError!.on('data', (chunk) => (log += String(chunk)));
  const ca = await readFile(join(server.dataDir, 'certs', 'ca.crt'), 'utf8');
  const client = new TestClient({ url: server.url, ca, token: 'admin-token' });
  const { status, body } = await client.post('/apis/sea.example.com/v1/buoys', { metadata: { name: 'north' } });
  client.close();
  await server.stop();
  expect(status).toBe(500);
  return { message: body.message, log };
}

describe('a bug in a hook of a plugin', () => {
  it('is logged with the line of the source; the client learns nothing', async () => {
    const { message, log } = await createIn();
    expect(log).toContain('sea.ts:12:16');
    expect(message).not.toContain('weight');
    expect(message).not.toContain('sea.ts');
  });

  it('is reported to the client with --development', async () => {
    const { message } = await createIn('--development');
    expect(message).toContain("Cannot read properties of undefined (reading 'weight')");
    expect(message).toContain('sea.ts:12:16');
  });
});
