import 'reflect-metadata';
import { createLogger } from '../../observability/index.js';
import type { RemoteEvent, RemoteObject } from '../../outbound/index.js';
import { FakeClock } from '../../testing/fake-clock.js';
import { AuthorityPublisher } from './authority-publisher.js';

const NAME = 'v1.harbor.example.com';

let clock: FakeClock;
let written: string[];
let isRefused: boolean;
let deliver: (event: RemoteEvent) => void;
let publisher: AuthorityPublisher;
let revision: number;

const registered = (caBundle: string, service: object | undefined = {}): RemoteObject => ({
  metadata: { name: NAME, resourceVersion: String(++revision) },
  spec: { service, caBundle: Buffer.from(caBundle).toString('base64') },
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

/** Delivers what another client has written. */
async function replace(...objects: RemoteObject[]): Promise<void> {
  for (const object of objects) {
    deliver({ type: 'MODIFIED', object });
    await settled();
  }
}

beforeEach(() => {
  clock = new FakeClock();
  [written, revision, isRefused] = [[], 0, false];
  const client = {
    page: () => Promise.resolve({ items: [], resourceVersion: '1', continueToken: '' }),
    watch: async function* () {
      for (;;) yield await new Promise<RemoteEvent>((resolve) => (deliver = resolve));
    },
    mergePatch: (path: string, patch: object) => {
      const { spec } = patch as { spec: { caBundle: string } };
      written.push(`${path.split('/').at(-1)} ${Buffer.from(spec.caBundle, 'base64').toString()}`);
      return isRefused ? Promise.reject(new Error('refused')) : Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  publisher = new AuthorityPublisher('own', { client, clock, logger: createLogger({ isEnabled: false }) });
});

afterEach(() => publisher.close());

describe('AuthorityPublisher', () => {
  beforeEach(async () => {
    publisher.follow([NAME]);
    await settled();
  });

  it('writes its authority where another one stands, and nowhere else', async () => {
    await replace(registered('own'), registered('other'));
    expect(written).toEqual([`${NAME} own`]);
  });

  it('leaves alone what the cluster serves itself', async () => {
    await replace({ metadata: { name: NAME, resourceVersion: '5' }, spec: {} });
    expect(written).toEqual([]);
  });

  it('writes no more than once a second against a writer that insists, and does not give in', async () => {
    await replace(...Array.from({ length: 20 }, () => registered('other')));
    expect(written).toHaveLength(1);
    clock.advance(1000);
    await settled();
    expect(written).toHaveLength(2);
  });

  it('writes another authority as soon as that is in force', async () => {
    await replace(registered('own'));
    publisher.use('next');
    expect(written).toEqual([`${NAME} next`]);
  });

  it('tries again what was refused', async () => {
    isRefused = true;
    await replace(registered('other'));
    isRefused = false;
    clock.advance(10_000);
    await settled();
    expect(written).toHaveLength(2);
  });
});
