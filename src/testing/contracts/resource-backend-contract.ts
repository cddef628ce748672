import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import {
  type ApiObject,
  type BackendChange,
  BackendError,
  type BackendPlace,
  type BackendRefusal,
  type ResourceBackend,
} from '../../plugin-api/index.js';

/** A backend that is tried, and an object that it takes. */
export interface BackendSubject {
  /** Opens an empty backend; it is not used by any other user. */
  open(): Promise<ResourceBackend> | ResourceBackend;
  /** Closes it again. */
  close?(backend: ResourceBackend): Promise<void> | void;
  /** Returns a whole object at a place, with a uid; `mark` makes a difference to it. */
  object(place: BackendPlace, mark: string): ApiObject;
}

/** One promise of the port: `run` rejects where the backend does not keep it. */
export interface ContractCase {
  readonly name: string;
  run(): Promise<void>;
}

type Check = (backend: ResourceBackend, subject: BackendSubject) => Promise<void>;

const NORTH = { namespace: 'default', name: 'north' };
const SOUTH = { namespace: 'default', name: 'south' };
const ELSEWHERE = { namespace: 'other', name: 'north' };
/** How long a change may take to reach a watch, in milliseconds. */
const SOON = 5000;

/** Returns the contract of ResourceBackend, for a test runner: `it.each(resourceBackendContract(subject))('$name', ({ run }) => run())`. */
export function resourceBackendContract(subject: BackendSubject): ContractCase[] {
  return Object.entries(CHECKS).map(([name, check]) => ({ name, run: () => carryOut(check, subject) }));
}

async function carryOut(check: Check, subject: BackendSubject): Promise<void> {
  const backend = await subject.open();
  try {
    await check(backend, subject);
  } finally {
    await subject.close?.(backend);
  }
}

const CHECKS: Readonly<Record<string, Check>> = {
  'is empty at first, at a version above 0': async (backend) => {
    ok((await backend.version()) >= 1);
    equal(await backend.get(NORTH), undefined);
    deepEqual((await backend.list()).items, []);
  },
  'answers what was created, in any namespace': async (backend, { object }) => {
    const version = await backend.create(object(NORTH, 'a'));
    await backend.create(object(ELSEWHERE, 'b'));
    deepEqual(plain(await backend.get(NORTH)), { object: plain(object(NORTH, 'a')), version });
    deepEqual(plain((await backend.get(ELSEWHERE))?.object), plain(object(ELSEWHERE, 'b')));
    equal((await backend.list()).items.length, 2);
  },
  'gives every change a higher version, deletions included': async (backend, { object }) => {
    const versions = [await backend.version()];
    versions.push(await backend.create(object(NORTH, 'a')));
    versions.push(await backend.update(object(NORTH, 'b'), versions[1]));
    versions.push(await backend.delete(NORTH, versions[2]));
    versions.push(await backend.create(object(NORTH, 'c')));
    const isRising = versions.every(
      (version, i) => Number.isSafeInteger(version) && (i === 0 || version > versions[i - 1]),
    );
    ok(isRising, `versions: ${versions.join(', ')}`);
    equal(await backend.version(), versions[4]);
    equal((await backend.list()).version, versions[4]);
  },
  'refuses to create what is there': async (backend, { object }) => {
    await backend.create(object(NORTH, 'a'));
    await refuses('exists', () => backend.create(object(NORTH, 'b')));
    deepEqual(plain((await backend.get(NORTH))?.object), plain(object(NORTH, 'a')));
  },
  'refuses a write of another version, and changes nothing': async (backend, { object }) => {
    const first = await backend.create(object(NORTH, 'a'));
    await backend.update(object(NORTH, 'b'), first);
    await refuses('conflict', () => backend.update(object(NORTH, 'c'), first));
    await refuses('conflict', () => backend.delete(NORTH, first));
    deepEqual(plain((await backend.get(NORTH))?.object), plain(object(NORTH, 'b')));
  },
  'lets one of several writers of a version win': async (backend, { object }) => {
    const first = await backend.create(object(NORTH, 'a'));
    const writes = ['b', 'c', 'd'].map(async (mark) => backend.update(object(NORTH, mark), first));
    const outcomes = await Promise.allSettled(writes);
    equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  },
  'refuses to change what is not there': async (backend, { object }) => {
    await refuses('notFound', () => backend.update(object(NORTH, 'a'), 1));
    await refuses('notFound', () => backend.delete(NORTH, 1));
  },
  'keeps its objects where a caller changes what it got': async (backend, { object }) => {
    await backend.create(object(NORTH, 'a'));
    const found = await backend.get(NORTH);
    found!.object.metadata.labels = { changed: 'true' };
    deepEqual(plain((await backend.get(NORTH))?.object), plain(object(NORTH, 'a')));
  },
  'delivers the changes after a version, in order, without gap': async (backend, { object }) => {
    const first = await backend.create(object(NORTH, 'a'));
    const changes: BackendChange[] = [];
    const second = await backend.create(object(SOUTH, 'a'));
    const stop = await watch(backend, first, changes);
    const third = await backend.update(object(NORTH, 'b'), first);
    const fourth = await backend.delete(SOUTH, second);
    await until(() => changes.length >= 3);
    stop();
    deepEqual(
      changes.map(({ type, version }) => [type, version]),
      [
        ['create', second],
        ['update', third],
        ['delete', fourth],
      ],
    );
    deepEqual(plain(changes[1].object), plain(object(NORTH, 'b')));
    equal(changes[2].object.metadata.name, 'south');
  },
  'delivers nothing once a watch is stopped, and goes on with others': async (backend, { object }) => {
    const stopped: BackendChange[] = [];
    const going: BackendChange[] = [];
    const now = await backend.version();
    (await watch(backend, now, stopped))();
    const stop = await watch(backend, now, going);
    await backend.create(object(NORTH, 'a'));
    await until(() => going.length > 0);
    stop();
    deepEqual(stopped, []);
  },
};

function watch(backend: ResourceBackend, after: number, changes: BackendChange[]): Promise<() => void> {
  const onChange = (change: BackendChange): void => void changes.push(change);
  return Promise.resolve(backend.watch(after, { onChange, onEnd: () => {} }));
}

async function refuses(reason: BackendRefusal, write: () => unknown): Promise<void> {
  await rejects(
    async () => write(),
    (error) => error instanceof BackendError && error.reason === reason,
  );
}

// Members that are undefined count as absent.
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + SOON; !condition();) {
    ok(Date.now() < end, 'a change has not reached the watch');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
