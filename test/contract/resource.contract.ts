import { decodeProtobuf, decodeProtobufObject } from '../../src/codecs/protobuf/index.js';
import { shapeOf, type ApiClass } from '../../src/schema/index.js';
import type { TestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

/** A resource, and enough of its objects to go once through everything clients do with them. */
export interface ResourceSample {
  /** What the tests are called after: `flowcontrol.apiserver.k8s.io/v1 FlowSchema`. */
  readonly name: string;
  /** The collection. */
  readonly path: string;
  readonly type: ApiClass;
  /** A valid object with a name; asked for again when it is sent, so that it may hold what is made meanwhile. */
  readonly object: Json;
  /** Titles of the columns, those of wide tables too. */
  readonly columns: readonly string[];
  /** The cells of the object before its age; the first of them. */
  readonly cells: readonly unknown[];
  /** A merge patch that is accepted. */
  readonly change: Json;
  /** A merge patch of an object that is refused, with the fields of all causes, each once. */
  readonly mistake: { readonly change: Json; readonly fields: readonly string[] };
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** What every kind does over HTTP: created, read in every form, changed, refused with all causes, watched and deleted. */
export function describeResourceContract(serverOf: () => TestServer, sample: ResourceSample): void {
  const { name, path, type, change, mistake } = sample;
  const own = sample.object.metadata.name as string;
  const one = `${path}/${own}`;
  const stored = async (): Promise<Json> => (await serverOf().client.get(one)).body;

  describe(name, () => {
    beforeAll(async () => {
      const { status, body } = await serverOf().client.post(path, sample.object);
      expect([status, body.message]).toEqual([201, undefined]);
    });

    it('is read as it was created, alone and in a list', async () => {
      const body = await stored();
      const { apiVersion, kind, ...members } = body;
      expect([apiVersion, kind]).toEqual([sample.object.apiVersion, sample.object.kind]);
      const list = (await serverOf().client.get(path)).body;
      const names = (list.items as Json[]).map((item) => item.metadata.name as string);
      expect(names).toContain(own);
      const listed = (list.items as Json[]).find((item) => item.metadata.name === own);
      expect(listed).toMatchObject(members);
      expect((await serverOf().client.post(path, sample.object)).body.reason).toBe('AlreadyExists');
    });

    it('is shown as a table', async () => {
      const { body } = await serverOf().request('GET', one, { headers: { accept: TABLE } });
      expect((body.columnDefinitions as Json[]).map((column) => column.name as string)).toEqual(sample.columns);
      expect(body.rows[0].cells.slice(0, sample.cells.length)).toEqual(sample.cells);
    });

    it('is the same in protobuf', async () => {
      const response = await serverOf().client.open('GET', one, { headers: { accept: PROTOBUF } });
      const bytes = Buffer.concat(await response.toArray());
      expect(response.headers['content-type']).toBe(PROTOBUF);
      const { kind, apiVersion, ...members } = await stored();
      const envelope = decodeProtobuf(bytes);
      expect([envelope.kind, envelope.apiVersion]).toEqual([kind, apiVersion]);
      expect(shapeOf(type).canonicalize(decodeProtobufObject(shapeOf(type).protobuf!, envelope.raw))).toMatchObject(
        members,
      );
    });

    it('is refused with every cause', async () => {
      const { status, body } = await serverOf().client.patch(one, 'merge-patch', mistake.change);
      expect([status, body.reason]).toEqual([422, 'Invalid']);
      const fields = (body.details.causes as Json[]).map(({ field }) => field as string);
      expect([...new Set(fields)]).toEqual(mistake.fields);
    });

    it('is changed by a patch, watched and deleted', async () => {
      const version = (await stored()).metadata.resourceVersion as string;
      const watch = await serverOf().client.watch(`${path}?resourceVersion=${version}`);
      const { status, body } = await serverOf().client.patch(one, 'merge-patch', change);
      expect([status, body.message]).toEqual([200, undefined]);
      expect(body).toMatchObject(change);
      expect(await watch.next()).toMatchObject({ type: 'MODIFIED', object: change });
      expect((await serverOf().client.delete(one)).status).toBe(200);
      expect((await watch.next())?.type).toBe('DELETED');
      watch.stop();
      expect((await serverOf().client.get(one)).status).toBe(404);
    });
  });
}
