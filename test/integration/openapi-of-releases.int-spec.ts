import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

const CORE = 'io.k8s.api.core.v1';
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

/** An extension of one member of a definition, or of the definition itself where no member is named, as a document has it. */
interface Published {
  readonly release: string;
  readonly of: string;
  readonly member?: string;
  readonly extension: string;
  readonly value: unknown;
}

const listType = (release: string, of: string, member: string, value?: string): Published => ({
  ...{ release, of, member, value, extension: 'x-kubernetes-list-type' },
});
const mapType = (release: string, of: string, member?: string, value?: string): Published => ({
  ...{ release, of, member, value, extension: 'x-kubernetes-map-type' },
});
const values = (release: string, of: string, member: string, value?: string[]): Published => ({
  ...{ release, of, member, value, extension: 'enum' },
});
const required = (release: string, of: string, value?: string[]): Published => ({
  ...{ release, of, value, extension: 'required' },
});

const AUTOSCALER = 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler';
const EFFECTS = ['NoExecute', 'NoSchedule'];

const CASES: readonly Published[] = [
  listType('1.20', `${CORE}.Container`, 'args'),
  listType('1.20', `${CORE}.Container`, 'ports', 'map'),
  listType('1.20', `${CORE}.Container`, 'env'),
  listType('1.20', `${CORE}.EphemeralContainer`, 'ports'),
  listType('1.20', `${META}.Status`, 'details'),
  listType('1.20', `${META}.APIResourceList`, 'resources'),
  listType('1.29', `${CORE}.Container`, 'args'),
  listType('1.30', `${CORE}.Container`, 'args', 'atomic'),
  listType('1.30', `${CORE}.Container`, 'env', 'map'),
  listType('1.30', `${META}.APIResourceList`, 'resources', 'atomic'),
  listType('1.34', `${META}.Status`, 'details', 'atomic'),
  listType('1.36', `${META}.Status`, 'details'),
  mapType('1.20', `${CORE}.ObjectReference`),
  mapType('1.20', `${META}.LabelSelector`, undefined, 'atomic'),
  mapType('1.20', `${CORE}.PodSpec`, 'nodeSelector'),
  mapType('1.29', `${CORE}.ObjectReference`, undefined, 'atomic'),
  mapType('1.29', `${CORE}.PodSpec`, 'nodeSelector', 'atomic'),
  values('1.20', `${CORE}.Toleration`, 'operator'),
  values('1.29', `${CORE}.Toleration`, 'operator', ['Equal', 'Exists']),
  values('1.36', `${CORE}.Toleration`, 'operator', ['Equal', 'Exists', 'Gt', 'Lt']),
  values('1.34', 'io.k8s.api.resource.v1.DeviceTaint', 'effect', EFFECTS),
  values('1.36', 'io.k8s.api.resource.v1.DeviceTaint', 'effect', [...EFFECTS, 'None']),
  required('1.34', AUTOSCALER),
  required('1.36', AUTOSCALER, ['spec']),
];

const TEMPLATE = '/api/v1/namespaces/default/podtemplates/t?fieldManager=';

describe.each(['1.20', '1.29', '1.30', '1.34', '1.36'])('the OpenAPI document of %s', (release) => {
  let server: TestServer;
  let definitions: Record<string, Json>;

  beforeAll(async () => {
    server = await startTestServer({ api: { emulatedRelease: release } });
    definitions = (await server.client.get('/openapi/v2')).body.definitions as Record<string, Json>;
  });

  afterAll(() => server.close());

  it.each(CASES.filter((each) => each.release === release))(
    'says of $of $member: $extension $value',
    ({ of, member, extension, value }) => {
      const definition = definitions[of];
      const published = member === undefined ? definition : (definition.properties as Json)[member];
      expect(published[extension]).toEqual(value);
    },
  );

  it('has lists that several apply to, also where it says nothing of how they are merged', async () => {
    const apply = (manager: string, name: string): Promise<TestAnswer> =>
      server.request('PATCH', `${TEMPLATE}${manager}`, {
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: {
          ...{ apiVersion: 'v1', kind: 'PodTemplate', metadata: { name: 't', finalizers: [`a.com/${name}`] } },
          template: { spec: { containers: [{ name, image: 'x', env: [{ name, value: '1' }] }] } },
        },
      });
    expect((await apply('a', 'a')).status).toBe(201);
    const { status, body } = await apply('b', 'b');
    const containers = body.template.spec.containers as Json[];
    expect([status, containers.map(({ name }) => name), body.metadata.finalizers]).toEqual([
      200,
      ['a', 'b'],
      ['a.com/a', 'a.com/b'],
    ]);
  });

  it('names the release that is emulated since 1.33', async () => {
    const { body } = await server.client.get('/version');
    const isLater = ['1.34', '1.36'].includes(release);
    expect(body.emulationMinor).toBe(isLater ? release.slice(2) : undefined);
    expect(body.minCompatibilityMinor).toBe(isLater ? String(Number(release.slice(2)) - 1) : undefined);
  });
});
