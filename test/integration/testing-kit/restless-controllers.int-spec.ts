import { ConfigMap } from '../../../plugins/core/index.js';
import { createLogger } from '../../../src/observability/index.js';
import { ApiGroupPlugin, Injectable, KindController } from '../../../src/plugin-api/index.js';
import { startTestServer } from '../../../src/testing/index.js';
import { eventually } from '../../support/eventually.js';

let calls = 0;

/** Writes its object whenever it is called. */
@Injectable()
class RestlessController extends KindController<ConfigMap> {
  readonly name = 'restless-controller';
  protected readonly type = ConfigMap;

  protected async reconcileObject(map: ConfigMap): Promise<void> {
    if (map.metadata.name !== 'a') return;
    calls++;
    const annotations = { calls: String(calls) };
    await this.client
      .of(ConfigMap)
      .namespace('default')
      .update({ ...map, metadata: { ...map.metadata, annotations } });
  }
}

/** Never ends. */
@Injectable()
class HangingController extends KindController<ConfigMap> {
  readonly name = 'hanging-controller';
  protected readonly type = ConfigMap;

  protected reconcileObject({ metadata: { name } }: ConfigMap): Promise<void> {
    if (name !== 'a') return Promise.resolve();
    calls++;
    return new Promise(() => {});
  }
}

async function serverWith(controller: new (...args: never[]) => KindController<ConfigMap>) {
  const lines: string[] = [];
  const logger = createLogger({ destination: { write: (text: string) => void lines.push(text) } });
  @ApiGroupPlugin({ group: 'calls.example.com', versions: ['v1'], kinds: [], controllers: [controller] })
  class CallsPlugin {}
  calls = 0;
  const server = await startTestServer({ plugins: [CallsPlugin], logger });
  await server.client
    .of(ConfigMap)
    .namespace('default')
    .create({ metadata: { name: 'a' } });
  return { server, lines };
}

describe('a controller that always changes its object', () => {
  it('is slowed down with one line, and settled() names it with the fix', async () => {
    const { server, lines } = await serverWith(RestlessController);
    await eventually(() => Promise.resolve(expect(calls).toBeGreaterThan(1001)));
    await expect(server.settled()).rejects.toThrow(
      /controllers do not come to rest: restless-controller is called for default\/a again and again \(each of its writes/,
    );
    await server.close();
    expect(lines.filter((line) => line.includes('again and again'))).toHaveLength(1);
  });
});

describe('a controller that does not end', () => {
  it('is named by settled(), and does not keep the server from closing', async () => {
    const { server, lines } = await serverWith(HangingController);
    await eventually(() => Promise.resolve(expect(calls).toBe(1)));
    const settled = server.settled();
    settled.catch(() => {});
    await eventually(() =>
      Promise.resolve(expect(lines.join('')).toContain('settled() waits: hanging-controller has been')),
    );
    await server.close();
    expect(lines.join('')).toMatch(
      /hanging-controller.*working on default\/a.*a controller does not stop, and is left/,
    );
  });
});
