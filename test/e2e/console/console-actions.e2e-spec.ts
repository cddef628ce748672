import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import type { ResourceKind } from '../../../src/client/index.js';
import { describeWithChromium } from '../../support/chromium.js';
import { eventually } from '../../support/eventually.js';
import { type ConsolePage, fill, openConsole } from './console-page.js';
import { type ConsoleServer, startConsoleServer } from './console-server.js';

const kind = (group: string, name: string, resource: string, isOfCluster = false): ResourceKind => ({
  ...{ group, version: 'v1', kind: name, resource },
  scope: isOfCluster ? 'Cluster' : 'Namespaced',
});
const DEPLOYMENTS = kind('apps', 'Deployment', 'deployments');
const PODS = kind('', 'Pod', 'pods');
const MAPS = kind('', 'ConfigMap', 'configmaps');
const SECRETS = kind('', 'Secret', 'secrets');
const JOBS = kind('batch', 'Job', 'jobs');
const CRON_JOBS = kind('batch', 'CronJob', 'cronjobs');
const NODES = kind('', 'Node', 'nodes', true);
const BUDGETS = kind('policy', 'PodDisruptionBudget', 'poddisruptionbudgets');
const REQUESTS = kind('certificates.k8s.io', 'CertificateSigningRequest', 'certificatesigningrequests', true);
const BINDINGS = kind('rbac.authorization.k8s.io', 'ClusterRoleBinding', 'clusterrolebindings', true);
const ROLES = kind('rbac.authorization.k8s.io', 'ClusterRole', 'clusterroles', true);

const POD_SPEC = { containers: [{ name: 'c', image: 'i:1' }] };
const DIALOG_BUTTON = 'dialog .bar .primary:not(:disabled)';

describeWithChromium('actions of the console', () => {
  let directory: string;
  let console: ConsoleServer;
  let open: ConsolePage;
  const of = (each: ResourceKind) => console.client.of(each);
  const inDefault = (each: ResourceKind) => of(each).namespace('default');
  const confirm = () => open.page.locator(DIALOG_BUTTON).click();

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'binnacle-console-audit-'));
    const [policy, log] = ['policy.yaml', 'audit.log'].map((name) => join(directory, name));
    writeFileSync(policy, 'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: Metadata }]\n');
    console = await startConsoleServer([
      ...['--authorization-mode=RBAC', '--disable-admission-plugins=ServiceAccount', '--controllers=-*'],
      ...[`--audit-policy-file=${policy}`, `--audit-log-path=${log}`],
    ]);
    const subjects = [{ kind: 'User', name: 'bob', apiGroup: 'rbac.authorization.k8s.io' }];
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
    await of(ROLES).create({ metadata: { name: 'reader' }, rules } as never);
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' };
    await of(BINDINGS).create({ metadata: { name: 'bob' }, roleRef, subjects } as never);
    const template = { metadata: { labels: { app: 'web' } }, spec: POD_SPEC };
    const selector = { matchLabels: { app: 'web' } };
    await inDefault(DEPLOYMENTS).create({ metadata: { name: 'web' }, spec: { selector, template } } as never);
  });

  beforeEach(async () => {
    open = await openConsole(console.server.url);
  });

  afterEach(async () => {
    await open.close();
    expect(open.faults).toEqual([]);
  });

  afterAll(async () => {
    await console.close();
    rmSync(directory, { recursive: true });
  });

  const web = async () => (await inDefault(DEPLOYMENTS).get('web')) as never as Deployment;

  it('scales, restarts and pauses a Deployment, each after a dry run', async () => {
    await open.signIn('admin-token');
    await open.go('#/r/apps/deployments/default/web');
    await open.click('Scale');
    await fill(open, 'replicas', '4');
    await open.shows('spec.replicas');
    await open.shows('kubectl scale deployments.apps/web --replicas=4 --namespace default');
    expect((await web()).spec.replicas).toBe(1);
    await confirm();
    await open.shows('Scale: web');
    expect((await web()).spec.replicas).toBe(4);
    await open.click('Restart');
    await confirm();
    await open.shows('Restart: web');
    expect((await web()).spec.template.metadata.annotations).toHaveProperty(['kubectl.kubernetes.io/restartedAt']);
    await open.click('Pause');
    await confirm();
    await open.page.waitForSelector('::-p-xpath(//button[text()="Resume"])');
    expect((await web()).spec.paused).toBe(true);
  });

  it('offers nothing that the user is not allowed', async () => {
    await open.signIn('bob-token');
    await open.go('#/r/apps/deployments/default/web');
    await open.shows('Containers');
    await open.click('kubectl');
    await open.shows('kubectl describe deployments.apps/web --namespace default');
    const buttons = await open.page.$$eval('.actions button', (all) => all.map(({ textContent }) => textContent));
    expect(buttons).toEqual(['kubectl']);
    await open.page.keyboard.press('Escape');
    await open.go('#/r/core/configmaps/default');
    await open.page.waitForSelector('.count-line');
    expect(await open.page.$('input[type=checkbox]')).toBeNull();
  });

  it('triggers a CronJob', async () => {
    const jobTemplate = { spec: { template: { spec: { ...POD_SPEC, restartPolicy: 'Never' } } } };
    await inDefault(CRON_JOBS).create({
      metadata: { name: 'nightly' },
      spec: { schedule: '0 0 * * *', jobTemplate },
    } as never);
    await open.signIn('admin-token');
    await open.go('#/r/batch/cronjobs/default/nightly');
    await open.click('Trigger');
    await open.shows('The server would create Job');
    await confirm();
    await open.shows('Trigger: nightly');
    const { items } = await inDefault(JOBS).list();
    expect(items).toMatchObject([
      {
        metadata: {
          annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
          ownerReferences: [{ kind: 'CronJob', name: 'nightly', controller: true }],
        },
      },
    ]);
  });

  it('approves a request for a certificate', async () => {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const request = await Pkcs10CertificateRequestGenerator.create({
      ...{ name: 'CN=visitor', keys },
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    });
    const spec = {
      request: Buffer.from(request.toString('pem')).toString('base64'),
      signerName: 'example.com/visitors',
      usages: ['client auth'],
    };
    await of(REQUESTS).create({ metadata: { name: 'visitor' }, spec } as never);
    await open.signIn('admin-token');
    await open.go('#/r/certificates.k8s.io/certificatesigningrequests/_/visitor');
    await open.click('Approve');
    await open.shows('kubectl certificate approve visitor');
    await confirm();
    await open.shows('Approve: visitor');
    const conditions = [{ type: 'Approved', status: 'True', reason: 'ConsoleApprove' }];
    expect(await of(REQUESTS).get('visitor')).toMatchObject({ status: { conditions } });
    // A decision cannot be taken back.
    await open.page.waitForSelector('::-p-xpath(//button[text()="Approve"])', { hidden: true });
  });

  it('drains a node, and shows which evictions a disruption budget rejects', async () => {
    await of(NODES).create({ metadata: { name: 'n' } } as never);
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'r', controller: true };
    for (const [name, labels, ownerReferences] of [
      ['free', { app: 'free' }, [owner]],
      ['kept', { app: 'kept' }, [owner]],
      ['daemon', { app: 'daemon' }, [{ ...owner, kind: 'DaemonSet' }]],
    ] as const)
      await inDefault(PODS).create({
        metadata: { name, labels, ownerReferences },
        spec: { ...POD_SPEC, nodeName: 'n', terminationGracePeriodSeconds: 0 },
      } as never);
    const conditions = [{ type: 'Ready', status: 'True' }];
    await inDefault(PODS).status.patch('kept', { status: { phase: 'Running', conditions } });
    const selector = { matchLabels: { app: 'kept' } };
    await inDefault(BUDGETS).create({ metadata: { name: 'keep' }, spec: { minAvailable: 1, selector } } as never);
    await open.signIn('admin-token');
    await open.go('#/r/core/nodes/_/n');
    await open.click('Drain');
    await open.shows('accepted in a dry run');
    await open.shows('rejected in a dry run');
    await open.shows('its DaemonSet would create it again on this node');
    expect((await inDefault(PODS).list()).items).toHaveLength(3);
    await confirm();
    await open.shows('1 rejected: the reasons are in the list.');
    await open.shows("Cannot evict pod as it would violate the pod's disruption budget.");
    expect(await of(NODES).get('n')).toMatchObject({ spec: { unschedulable: true } });
    expect((await inDefault(PODS).list()).items.map(({ metadata }) => metadata.name)).toEqual(['daemon', 'kept']);
    await inDefault(BUDGETS).delete('keep');
    await open.click('Try the rejected ones again');
    await open.shows('Every eviction was accepted.');
    expect((await inDefault(PODS).list()).items.map(({ metadata }) => metadata.name)).toEqual(['daemon']);
  });

  it('reveals a Secret on demand, with a warning in the audit log', async () => {
    const stringData = { password: 'open sesame' };
    await inDefault(SECRETS).create({ metadata: { name: 'treasure' }, stringData } as never);
    const warnings = () =>
      readFileSync(join(directory, 'audit.log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('console.binnacle.io/secret-revealed'))
        .map((line) => JSON.parse(line) as object);
    await open.signIn('admin-token');
    await open.go('#/r/core/secrets/default/treasure');
    await open.shows('hidden');
    expect(await open.page.evaluate('document.body.innerText')).not.toContain('sesame');
    expect(warnings()).toEqual([]);
    await open.click('Reveal the values');
    await open.shows('open sesame');
    await eventually(() =>
      expect(warnings()).toContainEqual(
        expect.objectContaining({
          verb: 'get',
          user: expect.objectContaining({ username: 'admin' }) as object,
          objectRef: expect.objectContaining({ name: 'treasure' }) as object,
        }),
      ),
    );
  });

  it('deletes several objects after a dry run', async () => {
    for (const name of ['one', 'two', 'three']) await inDefault(MAPS).create({ metadata: { name } });
    await open.signIn('admin-token');
    await open.go('#/r/core/configmaps/default');
    for (const name of ['one', 'two']) await open.page.locator(`[aria-label="Select ${name}"]`).click();
    await open.click('Delete selected');
    await open.shows('The server would accept 2 of 2 deletions.');
    expect((await inDefault(MAPS).list()).items.length).toBeGreaterThanOrEqual(3);
    await open.page.locator('dialog .danger:not(:disabled)').click();
    await open.shows('2 deleted, 0 rejected.');
    const names = (await inDefault(MAPS).list()).items.map(({ metadata }) => metadata.name);
    expect(names).toContain('three');
    expect(names).not.toEqual(expect.arrayContaining(['one']));
  });
});

interface Deployment {
  readonly spec: {
    readonly replicas: number;
    readonly paused?: boolean;
    readonly template: { readonly metadata: { readonly annotations?: Record<string, string> } };
  };
}
