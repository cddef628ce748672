import { once } from 'node:events';
import { request } from 'node:https';
import { Inject, Injectable } from '@nestjs/common';
import { WebSocket } from 'ws';
import { type AdmissionAttributes, AdmissionPlugin, ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { type ObservedRequest, type RequestObserver, RequestObservers } from '../../src/request/index.js';
import { eventually } from '../support/eventually.js';
import { ADMIN_TOKEN, type TestServer, startTestServer } from '../support/start-test-server.js';

/** The events of each request that names an audit ID, in order. */
const events = new Map<string, string[]>();
const annotations = new Map<string, unknown>();

function note({ id }: ObservedRequest, event: string): void {
  const known = events.get(id);
  if (known) known.push(event);
  else events.set(id, [event]);
}

const nameOf = (user: ObservedRequest['user']): string => user?.name ?? 'nobody';

const RECORDING: RequestObserver = {
  wantsAnnotations: true,
  received: (observed) => note(observed, `received from ${nameOf(observed.user)}`),
  authenticated: (observed, { outcome }) => note(observed, `authenticated: ${outcome}, ${nameOf(observed.caller)}`),
  authorized: (observed, { verdict }) => note(observed, `authorized: ${verdict}, ${nameOf(observed.user)}`),
  admitted: ({ request: observed, step, plugin, isRejected }) => {
    const isTold = observed && (!plugin || plugin.name === 'Unruly');
    if (isTold) note(observed, `${step}: ${plugin?.name ?? 'all'}${isRejected ? ', rejected' : ''}`);
  },
  answered: (observed) => {
    note(observed, `answered: ${observed.response.statusCode}`);
    annotations.set(observed.id, observed.annotations && Object.fromEntries(observed.annotations.all));
  },
};

const fail = (): never => {
  throw new Error('an observer that fails');
};
const FAILING: RequestObserver = {
  ...{ received: fail, authenticated: fail, authorized: fail, admitted: fail, answered: fail, wantsSteps: fail },
};

/** Set by tests: what the plugin does with a ConfigMap. */
let behave: (attributes: AdmissionAttributes) => void | Promise<void> = () => {};

@Injectable()
class UnrulyAdmission extends AdmissionPlugin {
  readonly name = 'Unruly';

  constructor(@Inject(RequestObservers) observers: RequestObservers) {
    super();
    observers.add(FAILING);
    observers.add(RECORDING);
  }

  handles(_operation: string, { resource }: { readonly resource: string }): boolean {
    return resource === 'configmaps';
  }

  override validate(attributes: AdmissionAttributes): void | Promise<void> {
    return behave(attributes);
  }
}

@ApiGroupPlugin({ group: 'unruly.example.com', versions: ['v1'], kinds: [], admission: [UnrulyAdmission] })
class UnrulyPlugin {}

const MAPS = '/api/v1/namespaces/default/configmaps';
const map = (name: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ plugins: [UnrulyPlugin], tokens: ['bob-token,bob,2'] });
});

beforeEach(() => {
  behave = () => {};
});

afterAll(() => server.close());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly body?: object;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request; returns its events once it is over. */
async function eventsOf({ method = 'GET', path = MAPS, body, token, headers }: Sent): Promise<string[]> {
  const id = `request-${count++}`;
  await server.request(method, path, { body, token, headers: { 'audit-id': id, ...headers } });
  return whenAnswered(id);
}

/** The events of a request that is over, and those that come in the time of another request. */
async function whenAnswered(id: string): Promise<string[]> {
  await eventually(async () => expect(events.get(id)).toContainEqual(expect.stringMatching(/^answered/)));
  await server.client.get('/version');
  return events.get(id)!;
}

const ADMIN = ['received from nobody', 'authenticated: success, admin', 'authorized: Allow, admin'];
const ADMITTED = ['admit: all', 'validate: Unruly', 'validate: all'];
const create = (): Sent => ({ method: 'POST', body: map(`m${count}`) });

describe('observers of a request', () => {
  it('see every gate of a write, in order, once', async () => {
    expect(await eventsOf(create())).toEqual([...ADMIN, ...ADMITTED, 'answered: 201']);
  });

  it('see a read, one outside the API, and one that leads nowhere', async () => {
    expect(await eventsOf({})).toEqual([...ADMIN, 'answered: 200']);
    expect(await eventsOf({ path: '/readyz' })).toEqual([...ADMIN, 'answered: 200']);
    expect(await eventsOf({ path: '/nowhere' })).toEqual([...ADMIN, 'answered: 404']);
  });

  it('see the caller and the user that the caller impersonates', async () => {
    expect(await eventsOf({ headers: { 'impersonate-user': 'carol' } })).toEqual([
      ...ADMIN.slice(0, 2),
      'authorized: NoOpinion, carol',
      'answered: 403',
    ]);
  });

  it.each([
    ['credentials', { token: 'wrong' }, ['authenticated: error, nobody', 'answered: 401']],
    ['timeout', { path: `${MAPS}?timeout=x` }, ['answered: 400']],
    ['user', { token: 'bob-token' }, ['authenticated: success, bob', 'authorized: NoOpinion, bob', 'answered: 403']],
  ])('see the end of a request with the wrong %s', async (_, sent, expected) => {
    expect(await eventsOf(sent)).toEqual(['received from nobody', ...expected]);
  });

  it('see a failure inside', async () => {
    behave = () => {
      throw new TypeError('no refusal, but a mistake');
    };
    const rejected = ['admit: all', 'validate: Unruly, rejected', 'validate: all, rejected'];
    expect(await eventsOf(create())).toEqual([...ADMIN, ...rejected, 'answered: 500']);
  });

  it('see the end of a watch when it ends, not before', async () => {
    const id = `request-${count++}`;
    const path = `${MAPS}?watch=true`;
    const response = await server.client.open('GET', path, { headers: { 'audit-id': id } });
    await server.client.get('/version');
    expect(events.get(id)).toEqual(ADMIN);
    response.destroy();
    expect(await whenAnswered(id)).toEqual([...ADMIN, 'answered: 200']);
  });

  it('see the end of a connection that was taken over', async () => {
    const id = `request-${count++}`;
    const headers = { 'audit-id': id, authorization: `Bearer ${ADMIN_TOKEN}` };
    const url = `${server.url.replace('https', 'wss')}${MAPS}?watch=true`;
    const socket = new WebSocket(url, { ca: server.certificateAuthority, headers });
    await once(socket, 'open');
    await server.client.get('/version');
    expect(events.get(id)).toEqual(ADMIN);
    socket.terminate();
    expect(await whenAnswered(id)).toEqual([...ADMIN, 'answered: 101']);
  });

  it('have the annotations that plugins added', async () => {
    behave = (attributes) => attributes.annotate('unruly.example.com/note', 'seen', 'Request');
    await eventsOf(create());
    expect(annotations.get(`request-${count - 1}`)).toEqual({
      'unruly.example.com/note': { value: 'seen', level: 'Request' },
    });
  });
});

describe('observers of a request that is given up', () => {
  /** Holds the next write in admission; resolves when it waits there. */
  function hold(): { entered: Promise<AdmissionAttributes>; release: () => void } {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const entered = new Promise<AdmissionAttributes>((resolve) => {
      behave = (attributes) => {
        resolve(attributes);
        return released;
      };
    });
    return { entered, release };
  }

  it('see one end where its deadline passes, and how admission ends later', async () => {
    const { release } = hold();
    const sent = { ...create(), path: `${MAPS}?timeout=100ms` };
    expect(await eventsOf(sent)).toEqual([...ADMIN, 'admit: all', 'answered: 504']);
    release();
    const id = `request-${count - 1}`;
    await eventually(async () => expect(events.get(id)).toContain('validate: all'));
    expect(await whenAnswered(id)).toEqual([
      ...ADMIN,
      'admit: all',
      'answered: 504',
      'validate: Unruly',
      'validate: all',
    ]);
  });

  it('see one end where the client leaves', async () => {
    const { entered, release } = hold();
    const id = `request-${count++}`;
    const headers = { 'audit-id': id, authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
    const call = request(`${server.url}${MAPS}`, { method: 'POST', headers, ca: server.certificateAuthority });
    call.on('error', () => {});
    call.end(JSON.stringify(map('left')));
    const { signal } = await entered;
    const left = once(signal!.abortSignal, 'abort');
    call.destroy();
    await left;
    release();
    expect(await whenAnswered(id)).toEqual([...ADMIN, ...ADMITTED, 'answered: 504']);
  });
});
