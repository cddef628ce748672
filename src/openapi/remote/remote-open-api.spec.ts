import { type ApiService, ApiServices, type ExtensionServers } from '../../aggregation/index.js';
import { createLogger } from '../../observability/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { RemoteOpenApi } from './remote-open-api.js';

const PATH = '/apis/far.example.com/v1/gears';
const MINUTE = 60_000;

type Answer = Awaited<ReturnType<ExtensionServers['send']>>;

const serviceAt = (port: number): ApiService => ({
  name: 'v1.far.example.com',
  group: 'far.example.com',
  version: 'v1',
  groupPriority: 1000,
  versionPriority: 15,
  server: { namespace: 'a', name: 'b', port, authority: '', isInsecure: true, isAvailable: true },
});

const documentOf = (...paths: string[]): Answer =>
  ({
    status: 200,
    headers: {},
    body: Buffer.from(JSON.stringify({ swagger: '2.0', paths: Object.fromEntries(paths.map((p) => [p, {}])) })),
  }) as unknown as Answer;

/** A server whose documents are those of `answer`, and the changes that listeners hear of. */
function remoteOf(answer: { of: () => Promise<Answer> }) {
  const services = new ApiServices();
  const clock = new FakeClock();
  const none = { status: 404, headers: {}, body: Buffer.alloc(0) } as unknown as Answer;
  let sent = 0;
  const send: ExtensionServers['send'] = (_server, { path }) => {
    if (path !== '/openapi/v2') return Promise.resolve(none);
    sent += 1;
    return answer.of();
  };
  const remote = new RemoteOpenApi({ services, clock, servers: { send }, logger: createLogger({ isEnabled: false }) });
  const changes: string[] = [];
  remote.onApplicationBootstrap();
  remote.onChange(({ name }) => changes.push(name));
  const paths = (): string[] => remote.swaggerParts().flatMap((part) => part.paths.map(([path]) => path));
  return { services, clock, remote, changes, paths, sent: () => sent };
}

/** Resolves when everything has happened that waits for nothing else. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('RemoteOpenApi', () => {
  it('keeps the document of a server that has moved and does not answer yet', async () => {
    const answer = { of: () => Promise.resolve(documentOf(PATH)) };
    const { services, remote, paths, sent } = remoteOf(answer);
    services.set(serviceAt(443));
    await settled();
    answer.of = () => new Promise(() => {});
    services.set(serviceAt(444));
    await settled();
    expect([paths(), sent()]).toEqual([[PATH], 2]);
    services.delete('v1.far.example.com');
    expect(paths()).toEqual([]);
    remote.onApplicationShutdown();
  });

  it('replaces a document when another one was read', async () => {
    const answer = { of: () => Promise.resolve(documentOf(PATH)) };
    const { services, clock, remote, changes, paths } = remoteOf(answer);
    services.set(serviceAt(443));
    await settled();
    changes.length = 0;
    answer.of = () => Promise.resolve(documentOf(PATH, `${PATH}/{name}`));
    clock.advance(MINUTE);
    await settled();
    expect([paths(), changes]).toEqual([[PATH, `${PATH}/{name}`], ['v1.far.example.com']]);
    remote.onApplicationShutdown();
  });

  it('leaves documents as they are where a server without ETags answers the same', async () => {
    const { services, clock, remote, changes, sent } = remoteOf({ of: () => Promise.resolve(documentOf(PATH)) });
    services.set(serviceAt(443));
    await settled();
    changes.length = 0;
    clock.advance(MINUTE);
    await settled();
    expect([changes, sent()]).toEqual([[], 2]);
    remote.onApplicationShutdown();
  });
});
