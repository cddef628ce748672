import { type TestServer, startTestServer } from '../support/start-test-server.js';

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const PODS = '/api/v1/namespaces/default/pods';
const JSON_BODY = { 'content-type': 'application/json' };
const APPLY = { 'content-type': 'application/apply-patch+yaml' };
const UNSAFE = '9007199254740993';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ tokens: ['bob,bob,2'], authorization: { modes: ['RBAC'] } });
});

afterAll(() => server.close());

/** Entries of as many managers, each with its own field. */
function managers(count: number, apiVersion: string, operation = 'Update'): object[] {
  return Array.from({ length: count }, (_, i) => ({
    manager: `m${i}`,
    operation,
    apiVersion,
    time: new Date(1.7e12 + i * 1000).toISOString().replace('.000', ''),
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': { [`f:k${i}`]: {} } },
  }));
}

/** Returns the least processor time that a request takes of some, in milliseconds: other work on the machine does not count. */
async function leastTime(send: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const start = process.cpuUsage();
    await send();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}

describe('many managers in managedFields', () => {
  const data = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, '']));

  const reviewOf = (count: number): Promise<void> => {
    const apiVersion = 'authorization.k8s.io/v1';
    const body = { metadata: { managedFields: managers(count, apiVersion) }, spec: { resourceAttributes: {} } };
    return sent('POST', REVIEWS, body, server.connect('bob'));
  };
  const configMapOf = (count: number): Promise<void> => {
    const metadata = { generateName: 'a', managedFields: managers(count, 'v1') };
    return sent('POST', `${CONFIG_MAPS}?dryRun=All`, { metadata, data: data(count) });
  };
  const appliersOf = (count: number): Promise<void> => {
    const metadata = { generateName: 'a', managedFields: managers(count, 'v1', 'Apply') };
    return sent('POST', `${CONFIG_MAPS}?dryRun=All`, { metadata, data: data(count) });
  };
  const versionsOf = (count: number): Promise<void> => {
    const managedFields = managers(count, 'v1').map((entry, i) => ({ ...entry, apiVersion: `v${i}` }));
    return sent('POST', `${CONFIG_MAPS}?dryRun=All`, { metadata: { generateName: 'a', managedFields } });
  };

  async function sent(method: string, path: string, body: object, client = server.client): Promise<void> {
    const { status, text } = await client.request(method, path, { body });
    if (status !== 201) throw new Error(`${status} ${text}`);
  }

  it.each([
    ['a review of a user without rights', reviewOf],
    ['an object that has the fields', configMapOf],
    ['an object with as many appliers', appliersOf],
    ['an object with as many versions', versionsOf],
  ])('cost no more than linear time in %s', async (_what, send) => {
    await send(1000);
    const few = await leastTime(() => send(3000));
    const many = await leastTime(() => send(12_000));
    // Four times as many; sixteen times the work would be quadratic.
    expect(many).toBeLessThan(Math.max(few, 20) * 10);
  });
});

describe('a long number where an integer is wanted', () => {
  const podOf = async (digits: number): Promise<void> => {
    const body = `{"metadata":{"name":"a"},"spec":{"activeDeadlineSeconds":${'1'.repeat(digits)}}}`;
    const answer = await server.request('POST', `${PODS}?dryRun=All`, { body, headers: JSON_BODY });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(
      /^Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal number 111/,
    );
  };

  it('is rejected in no more than linear time', async () => {
    await podOf(375_000);
    const few = await leastTime(() => podOf(375_000));
    const many = await leastTime(() => podOf(3_000_000));
    // Eight times as many; 64 times the work would be quadratic.
    expect(many).toBeLessThan(Math.max(few, 20) * 20);
  });
});

describe('integers beyond 2^53 in an apply', () => {
  it.each([
    ['services', `{"spec":{"ports":[{"port":{"a":${UNSAFE}},"protocol":"TCP"}]}}`],
    ['services', `{"spec":{"ports":[{"port":[${UNSAFE}],"protocol":"TCP"}]}}`],
    ['services', `{"spec":{"ports":[{"port":${UNSAFE},"protocol":"TCP"}]}}`],
    ['services', `{"spec":{"ports":[{"port":80,"protocol":{"a":[${UNSAFE}]}}]}}`],
    ['pods', `{"spec":{"containers":[{"name":{"a":${UNSAFE}},"image":"i"}]}}`],
    ['pods', `{"spec":{"containers":[{"name":${UNSAFE},"image":"i"}]}}`],
    ['pods', `{"spec":{"containers":[{"name":"c","image":"i","ports":[{"containerPort":{"a":${UNSAFE}}}]}]}}`],
    ['configmaps', `{"metadata":{"finalizers":[${UNSAFE}]}}`],
    ['configmaps', `{"metadata":{"finalizers":[{"a":${UNSAFE}}]}}`],
    ['configmaps', `{"metadata":{"ownerReferences":[{"uid":{"a":${UNSAFE}}}]}}`],
    ['configmaps', `{"metadata":{"labels":{"a":${UNSAFE}}}}`],
    ['configmaps', `{"metadata":{"managedFields":[{"manager":${UNSAFE}}]}}`],
    ['configmaps', `{"data":{"a":${UNSAFE}}}`],
  ])("to %s are rejected as the client's mistake: %s", async (resource, text) => {
    const kind = { services: 'Service', pods: 'Pod', configmaps: 'ConfigMap' }[resource];
    const body = `{"apiVersion":"v1","kind":"${kind}",${text.slice(1)}`;
    const path = `/api/v1/namespaces/default/${resource}/a?fieldManager=m`;
    for (const again of ['', '&force=true']) {
      const answer = await server.request('PATCH', path + again, { body, headers: APPLY });
      expect([answer.text, answer.status >= 400 && answer.status < 500]).toEqual([answer.text, true]);
    }
  });
});

describe('continue tokens with odd members', () => {
  it.each(['{"toString":1}', '{"valueOf":{}}', '[{}]', '{"__proto__":null}', '1e400', 'true'])(
    'are rejected: %s',
    async (member) => {
      for (const name of ['rv', 'v', 'start']) {
        const members = { v: '"meta.k8s.io/v1"', rv: '1', start: '"a"', [name]: member };
        const text = `{${Object.entries(members)
          .map(([key, value]) => `"${key}":${value}`)
          .join(',')}}`;
        const token = Buffer.from(text).toString('base64url');
        const { status, body } = await server.request('GET', `${CONFIG_MAPS}?limit=1&continue=${token}`);
        expect([name, status, body.reason]).toEqual([name, 400, 'BadRequest']);
      }
    },
  );
});
