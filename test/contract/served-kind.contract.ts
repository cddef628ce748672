import type { TestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer, TestClient } from '../support/test-client.js';
import { writeBack } from '../support/write-back.js';

/** A kind as its clients meet it. */
export interface ServedKindCase {
  /** Path of the collection. */
  readonly path: string;
  /** A valid object, with a name; asked for again when it is sent, so that it may hold what is made meanwhile. */
  readonly object: Json;
  /** A merge patch that is accepted, and where what it changes is found afterwards. */
  readonly change: Json;
  /** The members of the created object that the reference defaults or keeps. */
  readonly created?: Json;
  /** All headings of the table, those of wide ones too; the first is the name where they are not given. */
  readonly headings?: readonly string[];
  /** Headings of the table and the cells of the object, but its name and age. */
  readonly columns: Readonly<Record<string, string | number>>;
  /** How the object becomes invalid, when it is made or when it is there. */
  readonly refused: RefusedObject | RefusedChange;
  /** Runs the controllers that finish a deletion, where objects of the kind wait for one. */
  readonly settle?: () => Promise<void>;
}

/** Members that make an object invalid, and the causes the answer names. */
interface RefusedObject {
  readonly members: Json;
  readonly causes: readonly string[];
}

/** A merge patch that is refused, and the fields of all causes, each once. */
interface RefusedChange {
  readonly change: Json;
  readonly fields: readonly string[];
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** Runs one kind through its life: every way to write it, to read it and to be refused. */
export function testServedKind(name: string, kind: ServedKindCase, server: () => TestServer): void {
  const { path, change, created = {}, columns, refused } = kind;
  const own = kind.object.metadata.name as string;
  const at = `${path}/${own}`;

  describe(`${name} over HTTP`, () => {
    it('is created once, read, listed and watched', async () => {
      const { client } = server();
      const watch = await client.watch(`${path}?fieldSelector=metadata.name%3D${own}`);
      const made = await client.post(path, kind.object);
      expect([made.status, made.body]).toMatchObject([201, created]);
      expect((await client.post(path, kind.object)).body.reason).toBe('AlreadyExists');
      expect((await client.get(at)).body).toEqual(made.body);
      const items = (await client.get(path)).body.items as Json[];
      expect(items.map(({ metadata }) => metadata.name as string)).toContain(own);
      expect(await watch.names(1)).toEqual([`ADDED ${own}`]);
      watch.stop();
    });

    it('is patched and replaced', async () => {
      const { client } = server();
      const version = (await client.get(at)).body.metadata.resourceVersion as string;
      const watch = await client.watch(`${path}?resourceVersion=${version}`);
      const patched = await client.patch(at, 'merge-patch', change);
      expect([patched.status, patched.body]).toMatchObject([200, change]);
      expect(await watch.next()).toMatchObject({ type: 'MODIFIED', object: change });
      watch.stop();
      const same = await client.put(at, patched.body);
      expect([same.status, same.body.metadata.resourceVersion]).toEqual([200, patched.body.metadata.resourceVersion]);
    });

    it('is shown as a table', async () => {
      const { body } = await server().request('GET', at, { headers: { accept: TABLE } });
      const headings = (body.columnDefinitions as Json[]).map((column) => column.name as string);
      const cells = (body.rows as Json[])[0].cells as unknown[];
      const shown = Object.fromEntries(headings.map((heading, i) => [heading, cells[i]]));
      expect(headings).toEqual(kind.headings ?? ['Name', ...headings.slice(1)]);
      expect(shown).toMatchObject({ Name: own, ...columns });
    });

    it('comes and goes as protobuf', async () => {
      const stored = await server().client.get(at);
      const put = await writeBack(server(), at, PROTOBUF);
      expect([put.status, put.body]).toEqual([200, stored.body]);
    });

    it('is refused with every cause', async () => {
      const { client } = server();
      const wrong = { path, at, object: kind.object };
      const { answer, named, expected } =
        'change' in refused ? await refuseChange(client, wrong, refused) : await refuseObject(client, wrong, refused);
      expect([answer.status, answer.body.reason]).toEqual([422, 'Invalid']);
      expect(named).toEqual(expected);
    });

    it('is deleted', async () => {
      const { client } = server();
      expect((await client.delete(at)).status).toBe(200);
      await kind.settle?.();
      expect((await client.get(at)).status).toBe(404);
    });
  });
}

/** An invalid change, and its path. */
interface Wrong {
  readonly path: string;
  readonly at: string;
  readonly object: Json;
}

/** The result of an attempt, the causes it was refused for, and those it should have been. */
interface Refusal {
  readonly answer: TestAnswer;
  readonly named: readonly string[];
  readonly expected: readonly string[];
}

async function refuseObject(client: TestClient, { path, object }: Wrong, refused: RefusedObject): Promise<Refusal> {
  const metadata = { ...object.metadata, ...refused.members.metadata };
  const answer = await client.post(`${path}?dryRun=All`, { ...object, ...refused.members, metadata });
  const named = causesOf(answer).map(({ field, message }) => `${field}: ${message}`);
  return { answer, named, expected: refused.causes };
}

async function refuseChange(client: TestClient, { at }: Wrong, { change, fields }: RefusedChange): Promise<Refusal> {
  const answer = await client.patch(at, 'merge-patch', change);
  const named = [...new Set(causesOf(answer).map(({ field }) => field as string))];
  return { answer, named, expected: fields };
}

function causesOf({ body }: TestAnswer): Json[] {
  return (body.details?.causes ?? []) as Json[];
}
