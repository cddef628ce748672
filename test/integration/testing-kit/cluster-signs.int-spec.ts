import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { type TestServer, startTestServer } from '../../../src/testing/index.js';
import { certificateRequest } from '../../support/certificate-request.js';

interface Item {
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, any>;
  readonly status?: Record<string, any>;
}

interface CoreEvent extends Item {
  readonly involvedObject: { readonly kind: string; readonly name: string };
  readonly reason: string;
  readonly message: string;
  readonly type: string;
  readonly count: number;
}

const EVENTS = '/api/v1/namespaces/default/events';
const PODS = '/api/v1/namespaces/default/pods';
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const labels = { app: 'web' };

const pod = (name: string, annotations: Record<string, string> = {}): object => ({
  metadata: { name, annotations },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
});

describe('the programs of a fake cluster', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer({ nodes: 1, clock: 'fake', seed: 1 });
  });
  afterAll(() => server.close());
  afterEach(() => server.reset());

  const create = async (path: string, body: object): Promise<void> => {
    const { status, text } = await server.request('POST', path, { body });
    expect([status, text]).toEqual([201, text]);
    await server.settled();
  };
  const read = async (path: string): Promise<Item> => (await server.request<Item>('GET', path)).body;
  const eventsOf = async (kind: string, name: RegExp): Promise<string[]> => {
    const { items } = (await server.request<{ items: CoreEvent[] }>('GET', EVENTS)).body;
    return items
      .filter(({ involvedObject }) => involvedObject.kind === kind && name.test(involvedObject.name))
      .map(({ type, reason, message, count }) => `${type} ${reason} x${count}: ${message}`)
      .sort();
  };

  it('say what they did for a deployment', async () => {
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
    await create('/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'web' },
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    });
    expect(await eventsOf('Deployment', /^web$/)).toEqual([
      expect.stringMatching(/^Normal ScalingReplicaSet x1: Scaled up replica set web-\w+ from 0 to 1$/),
    ]);
    expect(await eventsOf('ReplicaSet', /^web-/)).toEqual([
      expect.stringMatching(/^Normal SuccessfulCreate x1: Created pod: web-\w+-\w+$/),
    ]);
    expect(await eventsOf('Pod', /^web-/)).toEqual([
      'Normal Created x1: Created container: main',
      'Normal Pulled x1: Container image "web:1" already present on machine',
      expect.stringMatching(/^Normal Scheduled x1: Successfully assigned default\/web-\w+-\w+ to node-0$/),
      'Normal Started x1: Started container main',
    ]);
  });

  it('say that a quota refuses pods, until it allows them', async () => {
    const quota = '/api/v1/namespaces/default/resourcequotas';
    await create(quota, { metadata: { name: 'few' }, spec: { hard: { pods: '1' } } });
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
    const path = '/apis/apps/v1/namespaces/default/deployments';
    await create(path, {
      metadata: { name: 'web' },
      spec: { replicas: 2, selector: { matchLabels: labels }, template },
    });
    const refused = (await read(`${path}/web`)).status!.conditions;
    expect(refused).toContainEqual(
      expect.objectContaining({
        type: 'ReplicaFailure',
        status: 'True',
        reason: 'FailedCreate',
        message: expect.stringContaining('exceeded quota: few'),
      }),
    );
    await server.advance(10_000);
    expect(await eventsOf('ReplicaSet', /^web-/)).toEqual([
      expect.stringMatching(/^Normal SuccessfulCreate/),
      expect.stringMatching(/^Warning FailedCreate x\d+: Error creating: pods .* exceeded quota: few/),
    ]);
    await server.request('PATCH', `${quota}/few`, { body: { spec: { hard: { pods: '5' } } } });
    await server.advance(10_000);
    const { status } = await read(`${path}/web`);
    expect(status).toMatchObject({ availableReplicas: 2 });
    expect(status!.conditions.map(({ type }: { type: string }) => type).sort()).toEqual(['Available', 'Progressing']);
  });

  it('take the taint from ready nodes, and taint those that are cordoned', async () => {
    const node = '/api/v1/nodes/node-0';
    expect((await read(node)).spec.taints).toBeUndefined();
    await server.request('PATCH', node, { body: { spec: { unschedulable: true } } });
    await server.settled();
    expect((await read(node)).spec.taints).toEqual([{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }]);
    await create(PODS, pod('waits'));
    expect(await eventsOf('Pod', /^waits$/)).toEqual([
      expect.stringMatching(/^Warning FailedScheduling x\d+: 0\/1 nodes are available\.$/),
    ]);
    await server.request('PATCH', node, { body: { spec: { unschedulable: null } } });
    await server.settled();
    expect((await read(node)).spec.taints).toBeUndefined();
    expect((await read(`${PODS}/waits`)).status).toMatchObject({ phase: 'Running' });
  });

  it('have logs, by script', async () => {
    const log = async (name: string, query = ''): Promise<string> =>
      (await server.request('GET', `${PODS}/${name}/log${query}`)).text;
    await create(PODS, pod('talks', { 'testing.binnacle.dev/logs': 'one\ntwo\n' }));
    const begun = 'container main started with image web:1; fake nodes run no program';
    expect(await log('talks')).toBe(`${begun}\none\ntwo\ncontainer main is ready\n`);
    expect(await log('talks', '?tailLines=2&timestamps=true')).toMatch(
      /^2024-01-01T\S+Z two\n2024-01-01T\S+Z container/,
    );
    expect(await log('talks', '?limitBytes=9')).toBe('container');
    expect(await log('talks', '?sinceTime=2025-01-01T00:00:00Z')).toBe('');
    expect(await log('talks', '?previous=true')).toContain('previous terminated container \\"main\\" in pod');
    await create(
      PODS,
      pod('crashes', { 'testing.binnacle.dev/exit-after-ms': '0', 'testing.binnacle.dev/exit-code': '1' }),
    );
    expect(await log('crashes', '?previous=true')).toBe(`${begun}\ncontainer main exited with code 1\n`);
    await create(PODS, pod('waits', { 'testing.binnacle.dev/run-after-ms': '60000' }));
    expect(await log('waits')).toContain('container \\"main\\" in pod \\"waits\\" is waiting to start');
    const exit = { 'testing.binnacle.dev/exit-after-ms': '1000', 'testing.binnacle.dev/exit-code': '3' };
    await create(PODS, { ...pod('ends', exit), spec: { ...(pod('') as Item).spec, restartPolicy: 'Never' } });
    const followed = log('ends', '?follow=true');
    await server.advance(5_000);
    expect(await followed).toBe(`${begun}\ncontainer main is ready\ncontainer main exited with code 3\n`);
  });

  const requestOf = async (name: string, subject: string, spec: object): Promise<object> => ({
    metadata: { name },
    spec: { request: await certificateRequest(subject), ...spec },
  });
  const approve = async (name: string): Promise<void> => {
    const { body } = await server.request<Item>('GET', `${REQUESTS}/${name}`);
    const condition = { type: 'Approved', status: 'True', reason: 'Test', message: '' };
    const status = { ...body.status, conditions: [condition] };
    await server.request('PUT', `${REQUESTS}/${name}/approval`, { body: { ...body, status } });
    await server.settled();
  };

  it('sign what was approved for a client', async () => {
    const signerName = 'kubernetes.io/kube-apiserver-client';
    const usages = ['client auth'];
    await create(
      REQUESTS,
      await requestOf('jane', 'CN=jane, O=harbor', { signerName, usages, expirationSeconds: 3600 }),
    );
    expect((await read(`${REQUESTS}/jane`)).status?.certificate).toBeUndefined();
    await approve('jane');
    const { status } = await read(`${REQUESTS}/jane`);
    const certificate = new X509Certificate(Buffer.from(status!.certificate, 'base64'));
    expect(certificate.subject.split('\n').sort()).toEqual(['CN=jane', 'O=harbor']);
    expect(certificate.verify(new X509Certificate(server.certificateAuthority).publicKey)).toBe(true);
    expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
    const validity = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom);
    // The beginning is five minutes early, for clients whose clock is slow.
    expect(validity).toBe(3_600_000 + 300_000);
  });

  it('approve what kubelets may ask for, and refuse what does not fit', async () => {
    const signerName = 'kubernetes.io/kube-apiserver-client-kubelet';
    const usages = ['client auth', 'digital signature'];
    const subject = 'CN=system:node:n9, O=system:nodes';
    await create(REQUESTS, await requestOf('n9', subject, { signerName, usages }));
    expect((await read(`${REQUESTS}/n9`)).status).toMatchObject({
      conditions: [{ type: 'Approved', reason: 'AutoApproved' }],
      certificate: expect.any(String),
    });
    await create(REQUESTS, await requestOf('stranger', 'CN=jane', { signerName, usages }));
    expect((await read(`${REQUESTS}/stranger`)).status).toEqual({});
    await approve('stranger');
    const { status } = await read(`${REQUESTS}/stranger`);
    expect(status!.certificate).toBeUndefined();
    expect(status!.conditions).toContainEqual(
      expect.objectContaining({ type: 'Failed', reason: 'SignerValidationFailure' }),
    );
  });
});
