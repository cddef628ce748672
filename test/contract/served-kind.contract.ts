import type { TestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

/** A kind as its clients meet it. */
export interface ServedKindCase {
  /** Path of the collection. */
  readonly path: string;
  /** A valid object, with a name. */
  readonly object: Json;
  /** A merge patch that is accepted, and where what it changes is found afterwards. */
  readonly change: Json;
  /** What the reference fills in or keeps: members of the created object. */
  readonly created?: Json;
  /** The headings of the table and the cells of the object, but its name and age. */
  readonly columns: Readonly<Record<string, string | number>>;
  /** Members that make the object invalid, and the causes the answer names. */
  readonly refused: { readonly members: Json; readonly causes: readonly string[] };
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** Runs one kind through its life: every way to write it, to read it and to be refused. */
export function testServedKind(name: string, kind: ServedKindCase, server: () => TestServer): void {
  const { path, object, change, created = {}, columns, refused } = kind;
  const at = `${path}/${object.metadata.name}`;

  describe(`${name} over HTTP`, () => {
    it('is created, read, listed and watched', async () => {
      const { client } = server();
      const watch = await client.watch(`${path}?fieldSelector=metadata.name%3D${object.metadata.name}`);
      const made = await client.post(path, object);
      expect([made.status, made.body]).toMatchObject([201, created]);
      expect((await client.get(at)).body).toEqual(made.body);
      expect(((await client.get(path)).body.items as Json[]).map(({ metadata }) => metadata.name)).toContain(
        object.metadata.name,
      );
      expect(await watch.names(1)).toEqual([`ADDED ${object.metadata.name}`]);
      watch.stop();
    });

    it('is patched and replaced', async () => {
      const { client } = server();
      const patched = await client.patch(at, 'merge-patch', change);
      expect([patched.status, patched.body]).toMatchObject([200, change]);
      const same = await client.put(at, patched.body);
      expect([same.status, same.body.metadata.resourceVersion]).toEqual([200, patched.body.metadata.resourceVersion]);
    });

    it('is shown as a table', async () => {
      const { body } = await server().request('GET', at, { headers: { accept: TABLE } });
      const headings = (body.columnDefinitions as Json[]).map((column) => column.name as string);
      const cells = (body.rows as Json[])[0].cells as unknown[];
      const shown = Object.fromEntries(headings.map((heading, i) => [heading, cells[i]]));
      expect(headings[0]).toBe('Name');
      expect(shown).toMatchObject({ Name: object.metadata.name, ...columns });
    });

    it('comes and goes as protobuf', async () => {
      const { client } = server();
      const stored = await client.get(at);
      const answer = await client.open('GET', at, { headers: { accept: PROTOBUF } });
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const headers = { 'content-type': PROTOBUF };
      const put = await server().request('PUT', at, { body: Buffer.concat(chunks), headers });
      expect([put.status, put.body]).toEqual([200, stored.body]);
    });

    it('is refused with every cause', async () => {
      const { metadata } = object;
      const wrong = { ...object, ...refused.members, metadata: { ...metadata, ...refused.members.metadata } };
      const { status, body } = await server().client.post(`${path}?dryRun=All`, wrong);
      expect([status, body.reason]).toEqual([422, 'Invalid']);
      const causes = (body.details.causes as Json[]).map(({ field, message }) => `${field}: ${message}`);
      expect(causes).toEqual(refused.causes);
    });

    it('is deleted', async () => {
      const { client } = server();
      expect((await client.delete(at)).status).toBe(200);
      expect((await client.get(at)).status).toBe(404);
    });
  });
}
