import { eventually } from '../support/eventually.js';
import type { TestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';
import { writeBack } from '../support/write-back.js';

/** A resource, and an object of it that a server accepts. */
export interface KindSample {
  /** The collection. */
  readonly path: string;
  /** With kind, apiVersion and a name. */
  readonly object: Json;
}

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';

/**
 * The operations of clients on the objects of any kind, from creation to deletion. Specific behaviour of a kind has
 * tests of its own.
 */
export function describeKindContract(name: string, serverOf: () => TestServer, { path, object }: KindSample): void {
  const own = object.metadata.name as string;
  const at = `${path}/${own}`;
  const get = (accept: string, from = at): ReturnType<TestServer['request']> =>
    serverOf().request('GET', from, { headers: { accept } });
  const stored = async (): Promise<Json> => (await get('application/json')).body;

  describe(name, () => {
    it('is created once, and stored neither by a dry run nor with members that nobody knows', async () => {
      const { client } = serverOf();
      expect((await client.post(`${path}?dryRun=All`, object)).status).toBe(201);
      const odd = await client.post(`${path}?fieldValidation=Strict`, { ...object, nobodyKnows: 1 });
      expect([odd.status, odd.body.message]).toEqual([400, expect.stringContaining('unknown field "nobodyKnows"')]);
      expect((await client.get(at)).status).toBe(404);
      const { status, body } = await client.post(path, object);
      expect([status, body.kind, body.apiVersion]).toEqual([201, object.kind, object.apiVersion]);
      expect(body.metadata).toMatchObject({
        name: own,
        uid: expect.any(String),
        creationTimestamp: expect.any(String),
      });
      expect((await client.post(path, object)).body.reason).toBe('AlreadyExists');
    });

    it('is the same alone, in lists and in watches', async () => {
      const { client } = serverOf();
      // A controller of the server may change it between the two.
      await eventually(async () => {
        const body = await stored();
        const list = (await client.get(path)).body;
        expect(list.kind).toBe(`${object.kind}List`);
        const listed = (list.items as Json[]).find(({ metadata }) => metadata.name === own);
        expect({ kind: body.kind, apiVersion: body.apiVersion, ...listed }).toEqual(body);
      });
      const watch = await client.watch(`${path}?fieldSelector=metadata.name%3D${own}`);
      expect(await watch.names(1)).toEqual([`ADDED ${own}`]);
      watch.stop();
    });

    it('is shown as a table, and by its metadata alone', async () => {
      const table = (await get(TABLE)).body;
      expect([table.kind, table.columnDefinitions[0].name, table.rows.length]).toEqual([
        'Table',
        expect.any(String),
        1,
      ]);
      expect(table.rows[0].cells).toHaveLength(table.columnDefinitions.length);
      const partial = (await get(METADATA)).body;
      expect([partial.kind, partial.metadata.uid]).toEqual(['PartialObjectMetadata', (await stored()).metadata.uid]);
    });

    it('means the same in protobuf and YAML: written back as they were read, nothing changes [GROUP-11]', async () => {
      const before = await stored();
      for (const mediaType of [PROTOBUF, 'application/yaml']) {
        const put = await writeBack(serverOf(), at, mediaType);
        expect([put.status, put.body.metadata?.resourceVersion]).toEqual([200, before.metadata.resourceVersion]);
      }
      expect(await stored()).toEqual(before);
    });

    it('takes labels by each kind of patch', async () => {
      const { client } = serverOf();
      expect((await client.patch(at, 'merge-patch', { metadata: { labels: { a: 'b' } } })).body.metadata.labels.a).toBe(
        'b',
      );
      const operation = [{ op: 'add', path: '/metadata/labels/c', value: 'd' }];
      expect((await client.patch(at, 'json-patch', operation)).body.metadata.labels).toMatchObject({ a: 'b', c: 'd' });
      const strategic = await client.patch(at, 'strategic-merge-patch', { metadata: { labels: { a: null } } });
      expect(strategic.body.metadata.labels).toMatchObject({ c: 'd' });
      expect(((await client.get(`${path}?labelSelector=c%3Dd`)).body.items as Json[]).length).toBe(1);
      const refused = await client.patch(at, 'merge-patch', { metadata: { labels: { 'a/b/c': 'd' } } });
      expect([refused.status, refused.body.reason]).toEqual([422, 'Invalid']);
    });

    it('goes when it is deleted', async () => {
      const { client } = serverOf();
      const { status } = await client.delete(`${at}?gracePeriodSeconds=0`);
      expect(status).toBe(200);
      const left = await stored();
      // Some are held by what they contain, or by who protects them.
      expect([left.reason ?? 'NotFound', left.metadata.deletionTimestamp ?? '']).toEqual([
        'NotFound',
        left.reason ? '' : expect.any(String),
      ]);
    });
  });
}
