import { exportDefinition } from '../../src/commands/crd/export-definition.js';
import {
  ApiType,
  Field,
  IsNotEmpty,
  KubernetesObject,
  type ObjectShape,
  defineKind,
} from '../../src/plugin-api/index.js';
import { shapeOf } from '../../src/plugin-api/built-in.js';
import { eventually } from '../support/eventually.js';
import { startTestServer, type TestServer } from '../support/start-test-server.js';

@ApiType({ doc: 'A boat.' })
class Boat {
  @Field(1, 'string') @IsNotEmpty() name?: string;
  @Field(2, 'string', { default: 'white' }) color?: string;
}

@ApiType({ doc: 'Where a boat lies.' })
class Place {
  @Field(1, 'string', { default: 'north' }) @IsNotEmpty() quay?: string;
}

@ApiType({ doc: 'A wanted booking.' })
class BookingSpec {
  @Field(1, Boat) boat: Boat;
  @Field(2, Place) place: Place;
  @Field(3, Boat, { pointer: true }) tug?: Boat;
  @Field(4, 'int32', { default: 1 }) days?: number;
}

@ApiType({ doc: 'The state of a booking.' })
class BookingStatus {
  @Field(1, 'string', { required: true }) phase?: string;
}

@ApiType({ doc: 'A booking.' })
class Booking extends KubernetesObject {
  @Field(2, BookingSpec) spec: BookingSpec;
  @Field(3, BookingStatus) status: BookingStatus;
}

@ApiType({ doc: 'A booking that was wanted before.' })
class BookingSpecV1beta1 {
  @Field(1, Boat) boat: Boat;
  @Field(2, Place) place: Place;
}

@ApiType({ doc: 'A booking as it was before.' })
class BookingV1beta1 extends KubernetesObject {
  @Field(2, BookingSpecV1beta1) spec: BookingSpecV1beta1;
}

const unused = (): never => {
  throw new Error('definitions have no conversion');
};
const bookingKind = defineKind<Booking>({
  kind: 'Booking',
  plural: 'bookings',
  hasStatus: true,
  versions: [
    { name: 'v1', type: Booking },
    { name: 'v1beta1', type: BookingV1beta1, hasStatus: false, conversion: { toHub: unused, fromHub: unused } },
  ],
});

const GROUP = 'booking.example.com';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const NAMED = { name: 'Ida' };

let server: TestServer;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  const { definition } = exportDefinition(GROUP, bookingKind as never);
  const created = await server.request('POST', DEFINITIONS, { body: definition });
  expect([created.status, (created.body as { message?: string }).message]).toEqual([201, undefined]);
  await eventually(async () => expect((await server.request('GET', pathOf('v1beta1'))).status).toBe(200));
});

afterAll(() => server.close());

const pathOf = (version: string): string => `/apis/${GROUP}/${version}/namespaces/default/bookings`;

async function create(version: string, members: object): Promise<{ status: number; body: object }> {
  const metadata = { name: `booking-${count++}` };
  const body = { apiVersion: `${GROUP}/${version}`, kind: 'Booking', metadata, ...members };
  return server.request('POST', pathOf(version), { body }) as Promise<{ status: number; body: object }>;
}

/** The fields that the plugin's own class refuses. */
function refused(shape: ObjectShape, members: object): string[] {
  const object = shape.decode({ metadata: {}, ...members });
  shape.applyDefaults(object);
  return shape.validate(object).map(({ field }) => field);
}

describe('required fields in structs that are always there', () => {
  it.each<[string, object, string, string]>([
    ['v1', {}, 'spec.boat.name', 'spec'],
    ['v1', { spec: {} }, 'spec.boat.name', 'spec.boat'],
    ['v1', { spec: { boat: {} } }, 'spec.boat.name', 'spec.boat.name'],
    ['v1', { spec: { boat: NAMED, tug: {} } }, 'spec.tug.name', 'spec.tug.name'],
    ['v1beta1', {}, 'spec.boat.name', 'spec'],
    ['v1beta1', { spec: {} }, 'spec.boat.name', 'spec.boat'],
  ])('are required by the exported definition as by the plugin: %s %j', async (version, members, byPlugin, path) => {
    expect(refused(shapeOf(version === 'v1' ? Booking : BookingV1beta1), members)).toEqual([byPlugin]);
    const { status, body } = await create(version, members);
    expect(status).toBe(422);
    expect(body).toMatchObject({ details: { causes: [{ reason: 'FieldValueRequired', field: path }] } });
  });

  it('leave out structs that are filled in with defaults, and the status', async () => {
    const spec = { boat: NAMED };
    expect(refused(shapeOf(Booking), { spec, status: { phase: 'Open' } })).toEqual([]);
    const filled = { boat: { ...NAMED, color: 'white' }, place: { quay: 'north' } };
    expect(await create('v1', { spec })).toMatchObject({ status: 201, body: { spec: { ...filled, days: 1 } } });
    expect(await create('v1beta1', { spec })).toMatchObject({ status: 201, body: { spec: filled } });
  });
});
