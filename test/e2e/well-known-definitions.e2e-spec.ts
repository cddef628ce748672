import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knativeService } from '../fixtures/definitions/knative.js';
import { WELL_KNOWN_DEFINITIONS } from '../fixtures/definitions/index.js';
import { SAMPLES } from '../fixtures/definitions/samples.js';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { objectOf } from '../support/custom-definitions.js';
import { eventually } from '../support/eventually.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';
import type { Json } from '../support/test-client.js';

/** Names of members in a schema, in the order and depth in which `kubectl explain --recursive` prints them. */
function membersOf({ properties = {}, items, additionalProperties }: Json, depth = 1): string[] {
  const own = Object.entries(properties as Record<string, Json>)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, schema]) => [`${'  '.repeat(depth)}${name}`, ...membersOf(schema, depth + 1)]);
  const below = [items, additionalProperties].filter((each): each is Json => typeof each === 'object');
  return [...own, ...below.flatMap((each) => membersOf(each, depth))];
}

/** kubectl takes null in a configuration for a deletion, which is sent again each time. */
const withoutNulls = (object: Json): Json =>
  JSON.parse(JSON.stringify(object), (_name, value: unknown) => (value === null ? undefined : value)) as Json;

describeWithKubectl('kubectl with well-known definitions', () => {
  let directory: string;
  let server: BuiltServer;
  let kubectl: Kubectl;
  const ok: Kubectl['ok'] = (command, run) => kubectl.ok(command, run);
  const listOf = (items: readonly Json[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-kubectl-'));
    server = await startBuiltServer();
    // kubectl keeps the discovery it reads here, when not all are served yet; the tests begin with an empty cache.
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'early-cache'));
    await ok('create -f -', { input: listOf(WELL_KNOWN_DEFINITIONS) });
    await eventually(() => ok('wait --for=condition=Established crd --all --timeout=80s'));
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });

  it('explains every member of a whole pod template', async () => {
    const { template } = knativeService.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties as Json;
    const printed = await ok('explain ksvc.spec.template --recursive');
    const members = printed
      .slice(printed.indexOf('FIELDS:'))
      .split('\n')
      .flatMap((line) => /^( *[\w.-]+)\t</.exec(line)?.[1] ?? []);
    expect(members).toEqual(membersOf(template as Json));
    expect(members.length).toBeGreaterThan(400);
    expect(printed).toMatch(/protocol\t<string>/);
  });

  it('explains members with their description, type and values', async () => {
    expect(await ok('explain certificates.spec.privateKey.algorithm')).toMatch(
      /^GROUP: +cert-manager\.io\nKIND: +Certificate\nVERSION: +v1\n\nFIELD: algorithm <string>\nENUM:\n +RSA\n +ECDSA\n +Ed25519\n/,
    );
    expect(await ok('explain httproutes.spec --api-version=gateway.networking.k8s.io/v1beta1')).toContain(
      'VERSION:    v1beta1',
    );
  });

  it('applies an object of each, and none changes when applied again', async () => {
    const objects = SAMPLES.map(({ definition, created }) => withoutNulls(objectOf(definition, 'one', created)));
    const first = await ok('apply -f -', { input: listOf(objects) });
    expect(first.trimEnd().split('\n')).toEqual(objects.map(() => expect.stringMatching(/ created$/) as string));
    const second = await ok('apply -f -', { input: listOf(objects) });
    expect(second.trimEnd().split('\n')).toEqual(objects.map(() => expect.stringMatching(/ unchanged$/) as string));
  });

  it('finds them by short names and categories', async () => {
    expect(await ok('get cert,smon,promrule,prom,ksvc,vs,so,wf,app -o name')).toBe(
      [
        'certificate.cert-manager.io/one',
        'servicemonitor.monitoring.coreos.com/one',
        'prometheusrule.monitoring.coreos.com/one',
        'prometheus.monitoring.coreos.com/one',
        'service.serving.knative.dev/one',
        'virtualservice.networking.istio.io/one',
        'scaledobject.keda.sh/one',
        'workflow.argoproj.io/one',
        'application.argoproj.io/one',
        '',
      ].join('\n'),
    );
    expect((await ok('get gateway-api -o name')).trim().split('\n').toSorted()).toEqual([
      'gateway.gateway.networking.k8s.io/one',
      'httproute.gateway.networking.k8s.io/one',
    ]);
    expect(await ok('get gtw')).toMatch(/^NAME +CLASS +ADDRESS +PROGRAMMED +AGE\none +fast +Unknown +\d+s\n$/);
    expect(await ok('get so')).toMatch(/\none +worker +0 +10 +kafka +\d+s\n$/);
  });

  it('scales, and waits for conditions', async () => {
    await ok('scale prom/one --replicas=3');
    expect(await ok('get prom one -o jsonpath={.spec.shards}')).toBe('3');
    const conditions = [{ type: 'Ready', status: 'True' }];
    await ok(`patch cert one --subresource=status --type=merge -p ${JSON.stringify({ status: { conditions } })}`);
    expect(await ok('wait --for=condition=Ready cert/one --timeout=80s')).toContain('condition met');
  });
});
