import {
  ADD,
  type CoreV1Api,
  DELETE,
  type KubeConfig,
  PatchStrategy,
  UPDATE,
  type V1ConfigMap,
  makeInformer,
  setHeaderOptions,
} from '@kubernetes/client-node';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltServer } from '../support/built-server.js';
import { startWithClientNode } from '../support/client-node.js';
import { Kubectl, itWithKubectl } from '../support/kubectl.js';
import { eventually } from '../support/storage-recorder.js';

const NAMESPACE = 'many';
const OWN = 'own=yes';
const OBJECTS = 50;
/** Besides these each object is created and deleted: a thousand changes in all. */
const PATCHES = 18;

let server: BuiltServer;
let config: KubeConfig;
let core: CoreV1Api;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-changes-'));
  ({ server, config, core } = await startWithClientNode(NAMESPACE));
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
  await rm(directory, { recursive: true, force: true });
});

const nameOf = (index: number): string => `object-${index}`;

/** The states of one object, as its watchers see it. */
const LIFE = ['0', ...Array.from({ length: PATCHES }, (_, turn) => String(turn + 1)), 'gone'];

/** Creates an object, changes it again and again, and deletes it. */
async function live(name: string): Promise<void> {
  await core.createNamespacedConfigMap({
    namespace: NAMESPACE,
    body: { metadata: { name, labels: { own: 'yes' } }, data: { turn: '0' } },
  });
  for (let turn = 1; turn <= PATCHES; turn++) {
    await core.patchNamespacedConfigMap(
      { namespace: NAMESPACE, name, body: { data: { turn: String(turn) } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    );
  }
  await core.deleteNamespacedConfigMap({ namespace: NAMESPACE, name });
}

async function makeChanges(): Promise<void> {
  await Promise.all(Array.from({ length: OBJECTS }, (_, index) => live(nameOf(index))));
}

/** The observed states of each object, in order. */
class Seen {
  count = 0;
  private readonly turns = new Map<string, string[]>();

  note(name: string, turn: string): void {
    this.count++;
    this.turns.set(name, [...(this.turns.get(name) ?? []), turn]);
  }

  expectAll(last: (life: readonly string[]) => readonly string[]): void {
    expect(this.turns.size).toBe(OBJECTS);
    for (const turns of this.turns.values()) expect(turns).toEqual(last(LIFE));
  }
}

describe('a thousand changes', () => {
  it('come to an informer one by one, in the order of each object [WATCH-09, WEVT-01]', async () => {
    const list = () => core.listNamespacedConfigMap({ namespace: NAMESPACE, labelSelector: OWN });
    const informer = makeInformer(config, `/api/v1/namespaces/${NAMESPACE}/configmaps`, list, OWN);
    const seen = new Seen();
    const note = ({ metadata, data }: V1ConfigMap): void => seen.note(metadata!.name!, data!.turn!);
    informer.on(ADD, note);
    informer.on(UPDATE, note);
    informer.on(DELETE, ({ metadata }: V1ConfigMap) => seen.note(metadata!.name!, 'gone'));
    await informer.start();
    await makeChanges();
    await eventually(() => seen.count >= OBJECTS * LIFE.length, 'all changes');
    seen.expectAll((life) => life);
    expect(informer.list(NAMESPACE)).toEqual([]);
    await informer.stop();
  });

  itWithKubectl('are printed by kubectl get -w, each once [WATCH-09]', async () => {
    const kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
    await core.createNamespacedConfigMap({
      namespace: NAMESPACE,
      body: { metadata: { name: 'first', labels: { own: 'yes' } }, data: { turn: 'first' } },
    });
    const columns = 'jsonpath={.metadata.name}{"/"}{.data.turn}{"\\n"}';
    const watch = kubectl.follow(`-n ${NAMESPACE} get configmaps -l ${OWN} -w -o ${columns}`);
    // The watch begins once what is there has been printed.
    expect(await watch.next()).toBe('first/first');
    const changes = makeChanges();
    const seen = new Seen();
    for (let line = await watch.next(); line !== undefined;) {
      const [name, turn] = line.split('/');
      seen.note(name!, turn!);
      line = seen.count < OBJECTS * LIFE.length ? await watch.next() : undefined;
    }
    await changes;
    watch.stop();
    // A deleted object is printed once more, in its last state.
    seen.expectAll((life) => [...life.slice(0, -1), String(PATCHES)]);
  });
});
