import {
  ApiGroupPlugin,
  ApiType,
  Client,
  Field,
  type HookedWrite,
  Inject,
  Injectable,
  IsNotEmpty,
  KindController,
  KubernetesObject,
  WriteHook,
  conflict,
  defineKind,
  statusAction,
} from '../../src/plugin-api/index.js';
import { type TestServer, startTestServer } from '../../src/testing/index.js';

@ApiType({ name: 'com.example.ferry.v1.VoyageSpec' })
class VoyageSpec {
  @Field(1, 'string') ferry?: string;
}

@ApiType({ name: 'com.example.ferry.v1.VoyageStatus' })
class VoyageStatus {
  @Field(1, 'string') phase?: string;
  @Field(2, 'string') reason?: string;
  @Field(3, 'int32') passengers?: number;
  @Field(4, 'int64') tickets?: number | bigint;
}

@ApiType({ name: 'com.example.ferry.v1.Voyage' })
class Voyage extends KubernetesObject {
  @Field(2, VoyageSpec) spec: VoyageSpec;
  @Field(3, VoyageStatus) status?: VoyageStatus;
}

@ApiType({ name: 'com.example.ferry.v1.Cancellation' })
class Cancellation extends KubernetesObject {
  @Field(2, 'string') @IsNotEmpty() reason?: string;
}

const written: string[] = [];
/** Called before a cancellation is decided. */
let meanwhile: (() => Promise<unknown>) | undefined;

@Injectable()
class VoyageLog extends WriteHook {
  readonly name = 'voyage-log';
  readonly writesOf = [
    { type: Voyage, operations: ['CREATE'] },
    { type: Voyage, subresource: 'status' },
  ] as const;
  @Inject(Client) private readonly client: Client;

  hook({ operation, subresource, name }: HookedWrite<Voyage>): void {
    written.push(`${operation} ${name} ${subresource} ${this.client instanceof Client}`);
  }
}

const cancel = statusAction('cancel', {
  of: Voyage,
  body: Cancellation,
  async status({ metadata, status = {} }: Voyage, { reason }, { warn }) {
    const { phase, passengers } = status;
    if (phase === 'Cancelled') {
      throw conflict({ group: 'ferry.example.com', resource: 'voyages' }, metadata.name!, 'it is cancelled already');
    }
    if (passengers) warn(`${passengers} passengers wait`);
    await meanwhile?.();
    return { phase: 'Cancelled', reason, passengers: undefined };
  },
});

@ApiType({ name: 'com.example.ferry.v1.Buoy' })
class Buoy extends KubernetesObject {
  @Field(2, VoyageStatus) status?: VoyageStatus;
}

const calls: BuoyController[] = [];

@Injectable()
class BuoyController extends KindController<Buoy> {
  readonly name = 'buoy-controller';
  protected readonly type = Buoy;

  protected override watch(): void {
    calls.push(this);
  }

  protected async reconcileObject(): Promise<void> {}

  async setBuoy(): Promise<void> {
    const buoy = await this.client
      .of(Buoy)
      .namespace('default')
      .create({ metadata: { name: 'red' } });
    await this.setStatus(buoy, { phase: 'Lit' });
  }
}

const buoyKind = defineKind<Buoy>({ kind: 'Buoy', plural: 'buoys', versions: [{ name: 'v1', type: Buoy }] });

const voyageKind = defineKind<Voyage>({
  kind: 'Voyage',
  plural: 'voyages',
  versions: [{ name: 'v1', type: Voyage }],
  hasStatus: true,
  subresources: [cancel],
  columns: { Phase: 'status.phase', Passengers: 'status.passengers', Tickets: 'status.tickets' },
});

@ApiGroupPlugin({
  group: 'ferry.example.com',
  kinds: [voyageKind, buoyKind],
  writeHooks: [VoyageLog],
  controllers: [BuoyController],
})
class FerryPlugin {}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ plugins: [FerryPlugin] });
});
beforeEach(async () => {
  await voyages().create({ metadata: { name: 'one' }, spec: { ferry: 'ark' } });
  await voyages().status.patch('one', { status: { passengers: 7 } });
  [written.length, meanwhile] = [0, undefined];
});
afterEach(() => server.reset());
afterAll(() => server.close());

const voyages = () => server.client.of(Voyage).namespace('default');
const cancelOne = (reason = 'storm', name = 'one') =>
  voyages().subresource<Cancellation>('cancel').create<Voyage>(name, { reason });

describe('an action that the status shows', () => {
  it('changes the members of the status that it names, and answers the object', async () => {
    const answer = await cancelOne();
    expect(answer).toMatchObject({ kind: 'Voyage', spec: { ferry: 'ark' } });
    expect(answer.status).toEqual({ phase: 'Cancelled', reason: 'storm' });
    expect(await voyages().get('one')).toMatchObject({ status: answer.status, metadata: answer.metadata });
  });

  it('may refuse, with an error for the client', async () => {
    await cancelOne();
    await expect(cancelOne()).rejects.toMatchObject({ status: { code: 409, reason: 'Conflict' } });
  });

  it('keeps the rules of its body', async () => {
    await expect(cancelOne('')).rejects.toThrow(/reason: Required value/);
    expect((await voyages().get('one')).status).toEqual({ passengers: 7 });
  });

  it('is decided again where the object has changed meanwhile, and keeps that change', async () => {
    let changes = 0;
    meanwhile = async () => {
      if (changes++ === 0) await voyages().patch('one', { spec: { ferry: 'dove' } });
    };
    expect(await cancelOne()).toMatchObject({ spec: { ferry: 'dove' }, status: { phase: 'Cancelled' } });
    expect(changes).toBe(2);
  });

  it('changes nothing in a dry run', async () => {
    const path = '/apis/ferry.example.com/v1/namespaces/default/voyages/one/cancel?dryRun=All';
    const { body } = await server.request<Voyage>('POST', path, { body: { reason: 'storm' } });
    expect(body.status).toMatchObject({ phase: 'Cancelled' });
    expect((await voyages().get('one')).status).toEqual({ passengers: 7 });
  });

  it('is answered 404 for an object that is not there', async () => {
    await expect(cancelOne('storm', 'two')).rejects.toThrow(/voyages.ferry.example.com "two" not found/);
  });

  it('can warn', async () => {
    const path = '/apis/ferry.example.com/v1/namespaces/default/voyages/one/cancel';
    const { headers } = await server.request('POST', path, { body: { reason: 'storm' } });
    expect(headers.warning).toContain('7 passengers wait');
  });
});

it('is named by a controller that sets a status which a kind does not have', async () => {
  const failure = await calls
    .at(-1)!
    .setBuoy()
    .catch((error: unknown) => error);
  expect(failure).toEqual(new Error('Buoy has no status: set hasStatus: true'));
});

it('calls hooks that name a kind for the writes of that kind', async () => {
  await voyages().create({ metadata: { name: 'two' }, spec: {} });
  await voyages().status.patch('two', { status: { passengers: 1 } });
  await voyages().patch('two', { spec: { ferry: 'dove' } });
  expect(written).toEqual(['CREATE two  true', 'UPDATE two status true']);
});

it('shows the columns of fields with their types', async () => {
  const path = '/apis/ferry.example.com/v1/namespaces/default/voyages';
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const { body } = await server.request('GET', path, { headers: { accept } });
  expect(body).toMatchObject({
    columnDefinitions: [
      { name: 'Name', type: 'string' },
      { name: 'Phase', type: 'string' },
      { name: 'Passengers', type: 'integer' },
      { name: 'Tickets', type: 'integer' },
      { name: 'Age', type: 'string' },
    ],
    rows: [{ cells: ['one', '', 7, null, expect.any(String)] }],
  });
});

it('shows integers that a number does not hold exactly', async () => {
  const path = '/apis/ferry.example.com/v1/namespaces/default/voyages/one';
  const headers = { 'content-type': 'application/merge-patch+json' };
  await server.request('PATCH', `${path}/status`, { headers, body: '{"status":{"tickets":9007199254740993}}' });
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const { text } = await server.request('GET', path, { headers: { accept } });
  expect(text).toContain('"cells":["one","",7,9007199254740993,');
});
