import { buffer } from 'node:stream/consumers';
import { parseCbor } from '../../src/codecs/cbor/cbor-reader.js';
import { parseYaml } from '../../src/codecs/yaml/index.js';
import { type TestServer, type TestServerOptions, startTestServer } from '../support/start-test-server.js';
import type { TestAnswer } from '../support/test-client.js';

const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';
const GATES = { ComponentFlagz: true, ComponentStatusz: true };
const TOKENS = ['monitor-token,monitor,2,"system:monitoring"', 'jane-token,jane,3,"people"'];
const PATHS = ['/flagz', '/healthz', '/livez', '/metrics', '/readyz', '/statusz', '/version'];

const named = (kind: string, version = 'v1beta1', type = 'application/json'): string =>
  `${type};v=${version};g=config.k8s.io;as=${kind}`;

let server: TestServer;

async function start(options: TestServerOptions): Promise<void> {
  server = await startTestServer({ tokens: TOKENS, ...options });
}

afterEach(() => server.close());

/** Sends a request with an Accept header, or without one. */
const ask = (path: string, accept?: string, token?: string): Promise<TestAnswer> =>
  server.request('GET', path, { token, headers: accept === undefined ? {} : { accept } });

/** The text of flags with their values under a head, up to the first flag. */
const flagsUnder = (head: string): RegExp => new RegExp(`^\\n${head.replaceAll('.', '\\.')}[a-z]`);

describe('/statusz and /flagz since 1.36', () => {
  const options = { api: { emulatedRelease: '1.36' }, aggregation: { enablesRouting: true } };

  it('are objects for clients that name their kind', async () => {
    await start(options);
    const status = await ask('/statusz', named('Statusz'));
    expect([status.status, status.headers['content-type'], status.headers.warning]).toEqual([
      200,
      'application/json;g=config.k8s.io;v=v1beta1;as=Statusz',
      undefined,
    ]);
    expect(Object.keys(status.body)).toEqual([
      'kind',
      'apiVersion',
      'metadata',
      'startTime',
      'uptimeSeconds',
      'goVersion',
      'binaryVersion',
      'emulationVersion',
      'paths',
    ]);
    expect(status.body).toMatchObject({
      kind: 'Statusz',
      apiVersion: 'config.k8s.io/v1beta1',
      metadata: { name: 'apiserver' },
      startTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      uptimeSeconds: expect.any(Number),
      goVersion: process.version,
      binaryVersion: '1.36.0+binnacle',
      emulationVersion: '1.36',
      paths: PATHS,
    });
    const { body, headers } = await ask('/flagz', named('Flagz'));
    expect(headers['content-type']).toBe('application/json;g=config.k8s.io;v=v1beta1;as=Flagz');
    expect(body).toMatchObject({
      kind: 'Flagz',
      apiVersion: 'config.k8s.io/v1beta1',
      metadata: { name: 'apiserver' },
      flags: { 'enable-aggregator-routing': 'true' },
    });
    const names = Object.keys(body.flags);
    expect(names).toEqual([...names].sort());
  });

  it('warn of the former version', async () => {
    await start(options);
    const { body, headers } = await ask('/statusz', `${named('Statusz', 'v1alpha1')},${named('Statusz')}`);
    expect(body.apiVersion).toBe('config.k8s.io/v1alpha1');
    expect(headers.warning).toBe(
      '299 - "This version of the statusz endpoint is deprecated. Please use a newer version."',
    );
    const { headers: flagz } = await ask('/flagz', named('Flagz', 'v1alpha1'));
    expect(flagz.warning).toBe('299 - "This version of the flagz endpoint is deprecated. Please use a newer version."');
  });

  it('are written in YAML, and in CBOR where it is on', async () => {
    await start({ ...options, api: { emulatedRelease: '1.36', featureGates: { CBORServingAndStorage: true } } });
    const yaml = await ask('/flagz', named('Flagz', 'v1beta1', 'application/yaml'));
    expect(yaml.headers['content-type']).toBe('application/yaml;g=config.k8s.io;v=v1beta1;as=Flagz');
    expect(parseYaml(yaml.text).value).toMatchObject({ kind: 'Flagz', flags: { 'enable-aggregator-routing': 'true' } });
    const headers = { accept: named('Statusz', 'v1beta1', 'application/cbor') };
    const cbor = await server.client.open('GET', '/statusz', { headers });
    expect(cbor.headers['content-type']).toBe('application/cbor;g=config.k8s.io;v=v1beta1;as=Statusz');
    expect(parseCbor(await buffer(cbor), { maxValues: 1000 })).toMatchObject({ kind: 'Statusz', paths: PATHS });
    expect((await ask('/statusz', 'application/xml')).body.message).toContain(
      'application/json, application/yaml, text/plain, application/cbor',
    );
  });

  it('are texts for all others', async () => {
    await start(options);
    const accepted = [undefined, ' ', 'text/plain', '*/*', `${named('Statusz', 'foo')},*/*`];
    for (const text of await Promise.all(accepted.map((accept) => ask('/statusz', accept)))) {
      expect([text.status, text.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(text.text.startsWith(`\napiserver statusz\n${WARNING}\n\nStarted`)).toBe(true);
      expect(text.text).toMatch(
        /\nEmulation version(:|: |=| ) 1\.36\nPaths(:|: |=| ) \/flagz \/healthz \/livez \/metrics \/readyz \/statusz \/version\n$/,
      );
    }
    expect((await ask('/flagz')).text).toMatch(flagsUnder(`apiserver flagz\n${WARNING}\n`));
  });

  it('refuse what they are not', async () => {
    await start(options);
    const accepted = [
      'application/xml',
      'application/json',
      'application/yaml',
      'application/json;v=v1beta1;g=config.k8s.io',
      named('Flagz'),
      named('Statusz', 'v1'),
      named('Statusz', 'v1beta1', 'application/cbor'),
      named('Statusz', 'v1beta1', 'application/vnd.kubernetes.protobuf'),
    ];
    const answers = await Promise.all(accepted.map((accept) => ask('/statusz', accept)));
    expect(answers.map(({ status }) => status)).toEqual(accepted.map(() => 406));
    expect(answers[0].body).toMatchObject({
      kind: 'Status',
      reason: 'NotAcceptable',
      message: 'only the following media types are accepted: application/json, application/yaml, text/plain',
    });
  });

  it('are for monitors, and listed', async () => {
    await start(options);
    const asked = ['/statusz', '/flagz'].flatMap((path) =>
      ['monitor-token', 'jane-token', ''].map((token) => ask(path, '*/*', token)),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 403, 403, 200, 403, 403]);
    expect((await server.client.get('/')).body.paths).toEqual(expect.arrayContaining(['/flagz', '/statusz']));
  });

  it('are not there without their gates', async () => {
    await start({ api: { emulatedRelease: '1.36', featureGates: { ComponentFlagz: false, ComponentStatusz: false } } });
    const answers = await Promise.all(['/statusz', '/flagz'].map((path) => ask(path)));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect((await server.client.get('/')).body.paths).not.toContain('/statusz');
  });
});

describe('/statusz and /flagz of former releases', () => {
  it('are objects in JSON at 1.35, without a warning', async () => {
    await start({ api: { emulatedRelease: '1.35', featureGates: GATES } });
    const { body, headers } = await ask('/statusz', named('Statusz', 'v1alpha1'));
    expect([body.apiVersion, body.metadata.name, headers.warning]).toEqual([
      'config.k8s.io/v1alpha1',
      'apiserver',
      undefined,
    ]);
    expect((await ask('/flagz', named('Flagz', 'v1alpha1'))).body.metadata.name).toBe('kube-apiserver');
    expect((await ask('/flagz')).text).toMatch(flagsUnder(`kube-apiserver flagz\n${WARNING}\n`));
    const refused = [named('Statusz'), named('Statusz', 'v1alpha1', 'application/yaml')];
    const answers = await Promise.all(refused.map((accept) => ask('/statusz', accept)));
    expect(answers.map(({ status }) => status)).toEqual([406, 406]);
  });

  it('are texts at 1.34', async () => {
    await start({ api: { emulatedRelease: '1.34', featureGates: GATES } });
    const refused = await Promise.all([ask('/statusz', named('Statusz', 'v1alpha1')), ask('/statusz', 'text/html')]);
    expect(refused.map(({ status, text }) => [status, text])).toEqual(
      refused.map(() => [406, 'media type not acceptable, must be: text/plain\n']),
    );
    const { text } = await ask('/statusz', 'text/plain;charset=UTF-8');
    expect(text.startsWith(`\napiserver statusz\n${WARNING}\n\nStarted`)).toBe(true);
    expect(text).toMatch(/\nPaths(:|: |=| ) \/flagz \/healthz /);
    expect((await ask('/flagz', '*/*')).text).toMatch(flagsUnder(`kube-apiserver flags\n${WARNING}\n\n`));
  });
});
