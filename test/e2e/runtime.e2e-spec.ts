import { CoreV1Api, KubeConfig } from '@kubernetes/client-node';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { eventually } from '../support/eventually.js';
import { Http2Client } from '../support/http2-client.js';
import { type Json, type TestAnswer, TestClient, type TestRequest } from '../support/test-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const BERTHS = '/apis/harbor.example.com/v1/namespaces/default/berths';
const LIGHTS = '/apis/light.example.com/v1/lights';
const BUOYS = '/apis/sea.example.com/v1/buoys';
const TOKEN = 'runtime-token';

const BUOY_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'buoys.sea.example.com' },
  spec: {
    group: 'sea.example.com',
    scope: 'Cluster',
    names: { plural: 'buoys', kind: 'Buoy' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { depth: { type: 'integer', default: 3 } } } },
      },
    ],
  },
};

/** A plugin that Node alone does not run: TypeScript with decorators. */
const LIGHT_PLUGIN = `
import { ApiGroupPlugin, ApiType, Field, KubernetesObject, defineKind } from 'binnacle/plugin-api';
@ApiType({ name: 'com.example.light.v1.Light', doc: 'A light.' })
class Light extends KubernetesObject {
  @Field(2, 'int32', { doc: 'Flashes a minute.', default: 6 }) flashes?: number;
}
const versions = [{ name: 'v1', type: Light }];
const light = { kind: 'Light', plural: 'lights', namespaced: false, versions, storageVersion: 'v1', hasStatus: false };
@ApiGroupPlugin({ group: 'light.example.com', versions: ['v1'], kinds: [defineKind(light)] })
export class LightPlugin {}
`;

/** A client of either protocol. */
interface Client {
  request(method: string, path: string, sent?: TestRequest): Promise<TestAnswer>;
  close(): void;
}

let dataDir: string;
let server: BuiltServer;

const logFile = (): string => join(dataDir, 'log');

async function start(): Promise<BuiltServer> {
  const plugins = [resolve('plugins/example'), join(dataDir, 'light.ts')].map((path) => `--plugins=${path}`);
  const flags = [`--token-auth-file=${join(dataDir, 'tokens.csv')}`, ...plugins];
  const standardError = openSync(logFile(), 'a');
  return startBuiltServer(flags, { dataDir, standardError }).finally(() => closeSync(standardError));
}

const connect = async (protocol: string): Promise<Client> => {
  const settings = { url: server.url, ca: await readFile(join(dataDir, 'certs', 'ca.crt'), 'utf8'), token: TOKEN };
  return protocol === 'HTTP/2' ? Http2Client.connect(settings) : new TestClient(settings);
};

const json = { 'content-type': 'application/json' };

/** The few requests that show whether the server works on a release of Node.js; npm run test:runtimes runs them on each. */
describe(`the built server on Node.js ${process.version}`, () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'binnacle-runtime-'));
    await writeFile(join(dataDir, 'tokens.csv'), `${TOKEN},admin,1,"system:masters"\n`);
    await writeFile(join(dataDir, 'light.ts'), LIGHT_PLUGIN);
    server = await start();
  });

  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(['HTTP/1.1', 'HTTP/2'])('creates, reads, applies, lists and watches over %s', async (protocol) => {
    const client = await connect(protocol);
    const name = `map-${protocol.replace(/\W/g, '').toLowerCase()}`;
    const body = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: { protocol: name } },
      data: { a: '1' },
    };
    const created = await client.request('POST', MAPS, { body, headers: json });
    expect(created.status).toBe(201);
    const applied = await client.request('PATCH', `${MAPS}/${name}?fieldManager=runtime&force=true`, {
      body: { ...body, data: { b: '2' } },
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect([applied.status, applied.body.data]).toEqual([200, { a: '1', b: '2' }]);
    expect((await client.request('GET', `${MAPS}/${name}`)).body.data).toEqual({ a: '1', b: '2' });
    const selected = `${MAPS}?labelSelector=protocol%3D${name}`;
    const { items } = (await client.request('GET', selected)).body as { items: Json[] };
    expect(items.map(({ metadata }) => metadata.name as string)).toEqual([name]);
    const from = Number(created.body.metadata.resourceVersion) - 1;
    const { text } = await client.request('GET', `${selected}&watch=1&resourceVersion=${from}&timeoutSeconds=1`);
    const events = text.trim().split('\n');
    expect(events.map((line) => (JSON.parse(line) as Json).type as string)).toEqual(['ADDED', 'MODIFIED']);
    client.close();
  });

  it('serves the kinds of plugins, and of a definition', async () => {
    const client = await connect('HTTP/1.1');
    const berth = { metadata: { name: 'main' }, spec: { size: { lengthMeters: 100 } } };
    expect((await client.request('POST', BERTHS, { body: berth, headers: json })).status).toBe(201);
    const light = await client.request('POST', LIGHTS, { body: { metadata: { name: 'main' } }, headers: json });
    expect([light.status, light.body.flashes]).toEqual([201, 6]);
    expect((await client.request('POST', DEFINITIONS, { body: BUOY_DEFINITION, headers: json })).status).toBe(201);
    const buoy = { apiVersion: 'sea.example.com/v1', kind: 'Buoy', metadata: { name: 'north' } };
    const created = await eventually(async () => {
      const answer = await client.request('POST', BUOYS, { body: buoy, headers: json });
      expect(answer.status).toBe(201);
      return answer;
    });
    expect(created.body.depth).toBe(3);
    client.close();
  });

  it('serves the JavaScript client', async () => {
    const config = new KubeConfig();
    config.loadFromFile(server.kubeconfigPath);
    const { items } = await config.makeApiClient(CoreV1Api).listNamespace();
    expect(items.map(({ metadata }) => metadata?.name)).toContain('kube-system');
  });

  it('ends by SIGTERM, and starts again on its store', async () => {
    expect(await server.stop()).toBe(0);
    server = await start();
    const client = await connect('HTTP/2');
    const { items } = (await client.request('GET', MAPS)).body as { items: Json[] };
    expect(items.map(({ metadata }) => metadata.name as string)).toEqual(
      expect.arrayContaining(['map-http11', 'map-http2']),
    );
    await eventually(async () => expect((await client.request('GET', `${BUOYS}/north`)).body.depth).toBe(3));
    expect((await client.request('GET', `${BERTHS}/main`)).status).toBe(200);
    client.close();
    expect(await server.stop()).toBe(0);
  });

  it('uses nothing that Node.js warns of', async () => {
    expect(await readFile(logFile(), 'utf8')).not.toMatch(/Warning|node --trace/);
  });
});

describe('binnacle --version', () => {
  it('prints the version of the package', async () => {
    const { version } = JSON.parse(await readFile(resolve('package.json'), 'utf8')) as { version: string };
    const { stdout } = spawnSync(process.execPath, [resolve('dist/src/main.js'), '--version'], { encoding: 'utf8' });
    expect(stdout).toContain(version);
  });
});
