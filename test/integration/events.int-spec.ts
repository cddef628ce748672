import { testServedKind } from '../contract/served-kind.contract.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json } from '../support/test-client.js';

const CORE = '/api/v1/namespaces/default/events';
const EVENTS = '/apis/events.k8s.io/v1/namespaces/default/events';
const regarding = { apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'p' };
const eventOf = (name: string): Json => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name },
  eventTime: '2024-01-02T03:04:05.000006Z',
  reportingController: 'example.com/c',
  reportingInstance: 'c-1',
  action: 'Act',
  reason: 'Acted',
  note: 'done',
  type: 'Normal',
  regarding,
});

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.close());

testServedKind(
  'events.k8s.io/v1 Event',
  {
    path: EVENTS,
    object: eventOf('all'),
    headings: [
      'Last Seen',
      'Type',
      'Reason',
      'Object',
      'Subobject',
      'Source',
      'Message',
      'First Seen',
      'Count',
      'Name',
    ],
    columns: {
      Type: 'Normal',
      Reason: 'Acted',
      Object: 'pod/p',
      Subobject: '',
      Source: 'example.com/c, c-1',
      Message: 'done',
    },
    change: { series: { count: 2, lastObservedTime: '2024-01-02T03:04:06.000000Z' } },
    refused: {
      change: { note: 'changed', deprecatedCount: 3, series: { count: 1, lastObservedTime: null } },
      fields: ['series.count', 'series.lastObservedTime', 'message', 'count'],
    },
  },
  () => server,
);

describe('events of two groups', () => {
  it('are the same objects [EVT-02, EVT-05, EVT-10]', async () => {
    await server.client.post(EVENTS, eventOf('new'));
    const { body } = await server.client.get(`${CORE}/new`);
    expect(body).toMatchObject({
      apiVersion: 'v1',
      involvedObject: regarding,
      message: 'done',
      reportingComponent: 'example.com/c',
    });
    const firstTimestamp = '2024-01-02T03:04:05Z';
    const old = {
      metadata: { name: 'old' },
      involvedObject: regarding,
      source: { component: 'kubelet' },
      firstTimestamp,
      count: 3,
    };
    await server.client.post(CORE, old);
    expect((await server.client.get(`${EVENTS}/old`)).body).toMatchObject({
      regarding,
      deprecatedSource: { component: 'kubelet' },
      deprecatedFirstTimestamp: firstTimestamp,
      deprecatedCount: 3,
    });
    const taken = await server.client.post(EVENTS, eventOf('old'));
    expect(taken.body.message).toBe('events.events.k8s.io "old" already exists');
  });

  it('are validated by the rules of the group they are written through', async () => {
    await server.client.post(EVENTS, eventOf('fixed'));
    const note = await server.client.patch(`${EVENTS}/fixed`, 'merge-patch', { note: 'changed' });
    expect(note.body.details.causes).toMatchObject([{ field: 'message' }]);
    expect((await server.client.patch(`${CORE}/fixed`, 'merge-patch', { message: 'changed' })).status).toBe(200);
    const { eventTime: _, ...untimed } = eventOf('untimed');
    expect((await server.client.post(EVENTS, untimed)).body.details.causes).toMatchObject([{ field: 'eventTime' }]);
  });

  it('are named by the type of the core group where metadata of another shape is asked for', async () => {
    const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
    const { status, body } = await server.client.request('POST', EVENTS, { body: eventOf('one'), headers: { accept } });
    const found = 'the requested object is not a list (*core.Event)';
    expect([status, body.message]).toEqual([406, `you requested PartialObjectMetadataList, but ${found}`]);
  });

  it('are selected by the names of either group', async () => {
    const names = async (path: string): Promise<string[]> =>
      ((await server.client.get(path)).body.items as Json[]).map(({ metadata }) => metadata.name as string);
    await server.client.post(EVENTS, { ...eventOf('picked'), regarding: { ...regarding, name: 'q' } });
    expect(await names(`${EVENTS}?fieldSelector=regarding.name=q`)).toEqual(['picked']);
    expect(await names(`${CORE}?fieldSelector=involvedObject.name=q`)).toEqual(['picked']);
    expect((await server.client.get(`${EVENTS}?fieldSelector=involvedObject.name=q`)).status).toBe(400);
    expect((await server.client.get(`${EVENTS}?fieldSelector=source=q`)).status).toBe(400);
  });
});

describe('a new event', () => {
  const refusalOf = async (members: Json): Promise<string> =>
    (await server.client.post(EVENTS, { ...eventOf('refused'), ...members })).body.message as string;

  it.each<[string, Json, string]>([
    ['is of a known type [EVT-01]', { type: 'Foo' }, 'type: Invalid value: "": has invalid value: Foo'],
    ['has a type [EVT-01]', { type: undefined }, 'type: Invalid value: "": has invalid value: '],
    ['has an action [EVT-03]', { action: '' }, 'action: Required value'],
    ['has a reason [EVT-03]', { reason: '' }, 'reason: Required value'],
    ['has a reporting controller [EVT-03]', { reportingController: '' }, 'reportingController: Required value'],
    ['has a reporting instance [EVT-03]', { reportingInstance: '' }, 'reportingInstance: Required value'],
    [
      'has no old first time [EVT-06]',
      { deprecatedFirstTimestamp: '2024-01-02T03:04:05Z' },
      'firstTimestamp: Invalid value: "": needs to be unset',
    ],
    [
      'has no old last time [EVT-07]',
      { deprecatedLastTimestamp: '2024-01-02T03:04:05Z' },
      'lastTimestamp: Invalid value: "": needs to be unset',
    ],
    ['has no old count [EVT-08]', { deprecatedCount: 2 }, 'count: Invalid value: "": needs to be unset'],
    ['has no old source [EVT-09]', { deprecatedSource: { host: 'h' } }, 'source: Invalid value: "": needs to be unset'],
  ])('%s', async (_, members, message) => expect(await refusalOf(members)).toContain(message));

  it('contains times to the microsecond [EVT-04]', async () => {
    const series = { count: 2, lastObservedTime: '2024-01-02T03:04:06.000007Z' };
    const { body } = await server.client.post(EVENTS, { ...eventOf('timed'), series });
    expect([body.eventTime, body.series]).toEqual(['2024-01-02T03:04:05.000006Z', series]);
    expect(await refusalOf({ series: { ...series, count: 1 } })).toContain(
      'series.count: Invalid value: "": should be at least 2',
    );
  });
});
