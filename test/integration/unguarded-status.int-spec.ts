import { createLogger } from '../../src/observability/index.js';
import { ApiGroupPlugin, ApiType, Field, KubernetesObject, defineKind } from '../../src/plugin-api/index.js';
import { type KindDraft } from '../../src/plugin-api/built-in.js';
import { startTestServer } from '../support/start-test-server.js';

@ApiType({ name: 'com.example.crane.v1.CraneStatus' })
class CraneStatus {
  @Field(1, 'string') phase?: string;
}

@ApiType({ name: 'com.example.crane.v1.Crane' })
class Crane extends KubernetesObject {
  @Field(2, CraneStatus) status?: CraneStatus;
}

const kind: KindDraft<Crane> = { kind: 'Crane', plural: 'cranes', versions: [{ name: 'v1', type: Crane }] };

@ApiGroupPlugin({ group: 'crane.example.com', kinds: [defineKind(kind)] })
class CranePlugin {}

@ApiGroupPlugin({ group: 'other-crane.example.com', kinds: [defineKind({ ...kind, hasStatus: false })] })
class OtherCranePlugin {}

const FOUND = [expect.stringMatching(/^CranePlugin: Crane: all who write an object write its status too/)];

describe('a kind that says nothing on its status', () => {
  const lines: string[] = [];
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
  const found = (): string[] =>
    lines
      .map((line) => JSON.parse(line) as { level: string; msg: string; reason: string })
      .filter(({ level, msg }) => level === 'warn' && msg === 'the status of a kind is not protected')
      .map(({ reason }) => reason);
  beforeEach(() => void (lines.length = 0));

  it('is named once at a start', async () => {
    const server = await startTestServer({ plugins: [CranePlugin, OtherCranePlugin], logger });
    await server.close();
    expect(found()).toEqual(FOUND);
  });

  it('is named when its plugin is installed while the server runs', async () => {
    const server = await startTestServer({ plugins: [], logger });
    expect(found()).toEqual([]);
    await server.install(CranePlugin);
    await server.close();
    expect(found()).toEqual(FOUND);
  });
});
