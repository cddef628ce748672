import { clusterIssuer } from '../fixtures/definitions/cert-manager.js';
import { claim, composition } from '../fixtures/definitions/crossplane.js';
import { gateway, httpRoute } from '../fixtures/definitions/gateway.js';
import { virtualService } from '../fixtures/definitions/istio.js';
import { knativeService } from '../fixtures/definitions/knative.js';
import { prometheusRule, serviceMonitor } from '../fixtures/definitions/prometheus-operator.js';
import { backup } from '../fixtures/definitions/velero.js';
import { apply, define, objectOf, objectsPath, redefine } from '../support/custom-definitions.js';
import { type TestServer, startTestServer } from '../support/start-test-server.js';
import type { Json, TestAnswer } from '../support/test-client.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await server.ready;
  const all = [clusterIssuer, claim, composition, gateway, httpRoute, virtualService, knativeService, prometheusRule];
  await define(server, ...all, serviceMonitor, backup);
});

afterAll(() => server.close());

const create = (definition: Json, name: string, spec: Json, query = ''): Promise<TestAnswer> =>
  server.client.post(`${objectsPath(definition)}${query}`, objectOf(definition, name, { spec }));
const merge = (definition: Json, name: string, change: Json): Promise<TestAnswer> =>
  server.client.patch(`${objectsPath(definition)}/${name}`, 'merge-patch', change);
/** Causes of a refusal as `[field, message]`. */
const causesOf = ({ body }: TestAnswer): [string, string][] =>
  ((body.details?.causes ?? []) as Json[]).map(({ field, message }) => [field as string, message as string]);

const NOT_CHECKED: [string, string] = [
  '<nil>',
  'Invalid value: "null": some validation rules were not checked because the object was invalid; ' +
    'correct the existing errors to complete validation',
];

const listener = (name: string, members: Json = {}): Json => ({ name, port: 80, protocol: 'HTTP', ...members });
const listeners = (...all: Json[]): Json => ({ gatewayClassName: 'fast', listeners: all });
const redirect = { type: 'RequestRedirect', requestRedirect: { hostname: 'example.com' } };
const rewrite = { type: 'URLRewrite', urlRewrite: { hostname: 'example.com' } };
const typeRef = { apiVersion: 'example.org/v1', kind: 'X' };

describe('a rule of a definition', () => {
  it.each<[string, Json, Json, string, string]>([
    [
      'elements against each other',
      gateway,
      listeners(listener('a'), listener('b')),
      'spec.listeners',
      'Invalid value: "array": port, protocol and hostname are unique among the listeners',
    ],
    [
      'a member that does not fit another',
      gateway,
      listeners(listener('a', { tls: { options: { x: 'y' } } })),
      'spec.listeners',
      'Invalid value: "array": listeners of plain protocols have no tls',
    ],
    [
      'an object with its defaults',
      gateway,
      listeners(listener('a', { protocol: 'HTTPS', tls: {} })),
      'spec.listeners[0].tls',
      'Invalid value: "object": a listener that terminates TLS needs certificates or options',
    ],
    [
      'a default deep inside',
      httpRoute,
      { rules: [{ backendRefs: [{ name: 'a' }] }] },
      'spec.rules[0].backendRefs[0]',
      'Invalid value: "object": a service needs a port',
    ],
    [
      'a list',
      httpRoute,
      { rules: [{ filters: [redirect, rewrite] }] },
      'spec.rules[0].filters',
      'Invalid value: "array": a rule redirects or rewrites, not both',
    ],
    [
      'a union',
      httpRoute,
      { rules: [{ filters: [{ type: 'URLRewrite' }] }] },
      'spec.rules[0].filters[0]',
      'Invalid value: "object": urlRewrite goes with the type URLRewrite alone',
    ],
    [
      'durations',
      httpRoute,
      { rules: [{ timeouts: { request: '1s', backendRequest: '2s' } }] },
      'spec.rules[0].timeouts',
      'Invalid value: "object": backendRequest is at most as long as request',
    ],
    [
      'parents by optional members',
      httpRoute,
      { parentRefs: [{ name: 'a' }, { name: 'a', kind: 'Gateway' }] },
      'spec.parentRefs',
      'Invalid value: "array": parents are unique, by their sections if there are any',
    ],
    [
      'a reason and a path of its own',
      composition,
      { compositeTypeRef: typeRef },
      'spec.resources',
      'Required value: resources are needed without a pipeline',
    ],
  ])('checks %s', async (_what, definition, spec, field, message) => {
    const answer = await create(definition, 'broken', spec);
    expect([answer.status, causesOf(answer)]).toEqual([422, [[field, message]]]);
    const { kind } = definition.spec.names as { kind: string };
    expect(answer.body.message).toBe(
      `${kind}.${definition.spec.group as string} "broken" is invalid: ${field}: ${message}`,
    );
  });

  it('compares with the former value: what never changes, what never shrinks', async () => {
    await create(claim, 'db', { parameters: { region: 'eu', storageGB: 20 } });
    const moved = await merge(claim, 'db', { spec: { parameters: { region: 'us' } } });
    expect(causesOf(moved)).toEqual([['spec.parameters.region', 'Invalid value: "string": the region never changes']]);
    const shrunk = await merge(claim, 'db', { spec: { parameters: { storageGB: 10 } } });
    expect(causesOf(shrunk)).toEqual([['spec.parameters', 'Invalid value: "object": the storage in eu never shrinks']]);
    expect((await merge(claim, 'db', { spec: { parameters: { storageGB: 30 } } })).status).toBe(200);
    const dropped = await merge(claim, 'db', { spec: { parameters: null } });
    expect(causesOf(dropped)).toEqual([['spec.parameters', 'Required value'], NOT_CHECKED]);
  });
});

describe('the schema of a definition', () => {
  it.each<[string, Json, Json, [string, string][]]>([
    [
      'one of two solvers',
      clusterIssuer,
      { acme: { server: 's', privateKeySecretRef: { name: 'a' }, solvers: [{ http01: { ingress: {} }, dns01: {} }] } },
      [
        [
          '<nil>',
          'Invalid value: "": "spec.acme.solvers[0]" must validate one and only one schema (oneOf). Found 2 valid alternatives',
        ],
      ],
    ],
    [
      'patterns',
      serviceMonitor,
      { selector: {}, endpoints: [{ interval: '5 minutes' }] },
      [
        [
          'spec.endpoints[0].interval',
          'Invalid value: "5 minutes": spec.endpoints[0].interval in body should match ' +
            "'^(0|([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?)$'",
        ],
      ],
    ],
    [
      'keys of a list',
      prometheusRule,
      { groups: [{ name: 'a' }, { name: 'a' }] },
      [['spec.groups[1]', 'Duplicate value: map[string]interface {}{"name":"a"}']],
    ],
    [
      'numbers or strings',
      prometheusRule,
      { groups: [{ name: 'a', rules: [{ expr: true }] }] },
      [
        [
          'spec.groups[0].rules[0].expr',
          'Invalid value: "boolean": spec.groups[0].rules[0].expr in body must be of type integer,string: "boolean"',
        ],
        ['<nil>', 'Invalid value: "": "spec.groups[0].rules[0].expr" must validate at least one schema (anyOf)'],
        [
          'spec.groups[0].rules[0].expr',
          'Invalid value: "boolean": spec.groups[0].rules[0].expr in body must be of type integer: "boolean"',
        ],
      ],
    ],
    [
      'embedded objects',
      composition,
      { compositeTypeRef: typeRef, resources: [{ base: { kind: 'Bucket' } }] },
      [['spec.resources[0].base.apiVersion', 'Required value: must not be empty']],
    ],
    ['required members', backup, { hooks: { resources: [{}] } }, [['spec.hooks.resources[0].name', 'Required value']]],
  ])('checks %s', async (_what, definition, spec, expected) => {
    const answer = await create(definition, 'broken', spec);
    expect(answer.status).toBe(422);
    expect(causesOf(answer).filter(([, message]) => message !== NOT_CHECKED[1])).toEqual(expected);
  });

  it('identifies elements of a list by several members, defaults included', async () => {
    const spec = (ports: Json[]): Json => ({ template: { spec: { containers: [{ name: 'user', ports }] } } });
    const port = { containerPort: 53 };
    expect((await create(knativeService, 'dns', spec([port, { ...port, protocol: 'UDP' }]))).status).toBe(201);
    const twice = await create(knativeService, 'twice', spec([port, { ...port, protocol: 'TCP' }]));
    expect(causesOf(twice)).toEqual([
      [
        'spec.template.spec.containers[0].ports[1]',
        'Duplicate value: map[string]interface {}{"containerPort":53, "protocol":"TCP"}',
      ],
    ]);
    const applied = await apply(server, `${objectsPath(knativeService)}/dns`, {
      manager: 'dns',
      ...objectOf(knativeService, 'dns', { spec: spec([{ ...port, protocol: 'UDP', name: 'dns' }]) }),
    });
    expect(applied.body.spec.template.spec.containers[0].ports).toEqual([
      { containerPort: 53, protocol: 'TCP' },
      { containerPort: 53, protocol: 'UDP', name: 'dns' },
    ]);
  });

  it('takes null where it is nullable, and drops it elsewhere for a default or for nothing', async () => {
    const { body } = await create(backup, 'nulls', { snapshotVolumes: null, ttl: null, metadata: { labels: null } });
    expect(body.spec).toEqual({ snapshotVolumes: null, metadata: {} });
    const route = await create(httpRoute, 'nulls', { rules: [{ matches: null }] });
    expect(route.body.spec.rules).toEqual([{ matches: [{ path: { type: 'PathPrefix', value: '/' } }] }]);
  });
});

describe('fields that a definition does not know', () => {
  const spec = { hosts: ['a'], http: [{ route: [{ destination: { host: 'b', prot: 1 } }], tiemout: '1s' }], ghost: {} };
  const UNKNOWN = ['spec.ghost', 'spec.http[0].route[0].destination.prot', 'spec.http[0].tiemout'].map(
    (path) => `unknown field "${path}"`,
  );
  const kept = { hosts: ['a'], http: [{ route: [{ destination: { host: 'b' } }] }] };

  it('are refused when they are checked strictly, all with their paths', async () => {
    const { status, body } = await create(virtualService, 'strict', spec, '?fieldValidation=Strict');
    expect([status, body.message]).toEqual([
      400,
      `VirtualService in version "v1" cannot be handled as a VirtualService: strict decoding error: ${UNKNOWN.join(', ')}`,
    ]);
  });

  it.each([
    ['Warn', UNKNOWN.map((text) => `299 - ${JSON.stringify(text)}`)],
    ['Ignore', []],
  ])('are dropped under %s', async (mode, warnings) => {
    const answer = await create(virtualService, mode.toLowerCase(), spec, `?fieldValidation=${mode}`);
    expect([answer.status, answer.body.spec]).toEqual([201, kept]);
    expect(((answer.headers.warning as string | undefined) ?? '').split(/, (?=299)/).filter(Boolean)).toEqual(warnings);
  });

  it('are refused of a configuration that is applied', async () => {
    const { status, body } = await apply(server, `${objectsPath(virtualService)}/applied?fieldValidation=Ignore`, {
      manager: 'user',
      ...objectOf(virtualService, 'applied', { spec: { ghost: 1 } }),
    });
    expect([status, body.message]).toEqual([
      expect.any(Number),
      expect.stringContaining(
        'failed to create typed patch object (/applied; networking.istio.io/v1, Kind=VirtualService): ' +
          '.spec.ghost: field not declared in schema',
      ),
    ]);
  });

  it('come with the warning of a deprecated version', async () => {
    const { status, headers } = await server.client.get(objectsPath(virtualService, 'v1alpha3'));
    expect([status, headers.warning]).toEqual([200, '299 - "use networking.istio.io/v1 instead"']);
  });
});

describe('a definition that becomes stricter', () => {
  const monitor = (members: Json): Json => ({
    selector: {},
    jobLabel: 'Old Label',
    endpoints: [{ path: 'no-slash' }],
    ...members,
  });

  beforeAll(async () => {
    await create(serviceMonitor, 'old', monitor({}));
    const names = { pattern: '^[a-z]+$', maxLength: 63 };
    await redefine(server, serviceMonitor, {
      edit: ({ versions }) => {
        const { properties } = (versions as Json[])[0]!.schema.openAPIV3Schema.properties.spec as Json;
        Object.assign(properties.jobLabel as Json, names);
        Object.assign(properties.endpoints.items.properties.path as Json, {
          'x-kubernetes-validations': [{ rule: "self.startsWith('/')", message: 'a path begins with a slash' }],
          maxLength: 1024,
        });
        Object.assign(properties.endpoints as Json, { maxItems: 100 });
      },
      isServed: async () =>
        expect((await create(serviceMonitor, 'probe', monitor({ jobLabel: 'Bad' }), '?dryRun=All')).status).toBe(422),
    });
  });

  it('accepts objects whose invalid values stay as they are', async () => {
    const { status, body } = await merge(serviceMonitor, 'old', {
      metadata: { labels: { touched: 'yes' } },
      spec: { targetLabels: ['a'] },
    });
    expect([status, body.spec]).toEqual([200, monitor({ targetLabels: ['a'] })]);
  });

  it.each<[string, Json, [string, string][]]>([
    [
      'a pattern',
      { jobLabel: 'New Label' },
      [['spec.jobLabel', `Invalid value: "New Label": spec.jobLabel in body should match '^[a-z]+$'`]],
    ],
    [
      'a rule',
      { endpoints: [{ path: 'other' }] },
      [['spec.endpoints[0].path', 'Invalid value: "string": a path begins with a slash']],
    ],
  ])('refuses changes of values that stay invalid by %s', async (_what, spec, expected) => {
    const answer = await merge(serviceMonitor, 'old', { spec });
    expect([answer.status, causesOf(answer)]).toEqual([422, expected]);
  });

  it('refuses new objects with such values', async () => {
    const answer = await create(serviceMonitor, 'new', monitor({}));
    expect([answer.status, causesOf(answer).map(([field]) => field)]).toEqual([
      422,
      ['spec.jobLabel', 'spec.endpoints[0].path'],
    ]);
  });
});
