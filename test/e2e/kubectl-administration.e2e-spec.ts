import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pkcs10CertificateRequestGenerator, cryptoProvider } from '@peculiar/x509';
import { type BuiltServer, startBuiltServer } from '../support/built-server.js';
import { Kubectl, describeWithKubectl } from '../support/kubectl.js';

/** A request for a certificate, as kinds carry it. */
async function certificateRequest(name: string): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  cryptoProvider.set(webcrypto);
  const made = await Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm });
  return Buffer.from(made.toString('pem')).toString('base64');
}

describeWithKubectl('kubectl of an administrator', () => {
  let directory: string;
  let server: BuiltServer;
  let kubectl: Kubectl;

  /** Runs a command that has to succeed. */
  const ok: Kubectl['ok'] = (command, run) => kubectl.ok(command, run);

  /** The rows of a table, as words. */
  const rows = (table: string): string[][] =>
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'binnacle-kubectl-'));
    server = await startBuiltServer();
    kubectl = new Kubectl(server.kubeconfigPath, join(directory, 'cache'));
    await ok('wait --for=create serviceaccount/default -n default --timeout=80s');
  });

  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await rm(directory, { recursive: true, force: true });
  });

  it('explain, of every kind and all that is in it', async () => {
    for (const [name, ...rest] of rows(await ok('api-resources --no-headers'))) {
      const [apiVersion, , kind] = rest.slice(-3);
      const text = await ok(`explain ${name} --api-version=${apiVersion} --recursive`);
      expect(text).toMatch(new RegExp(`KIND:\\s+${kind}\\nVERSION:\\s+${apiVersion.split('/').at(-1)}\\n`));
      expect(text).toMatch(/DESCRIPTION:\n +\S[^]*FIELDS:\n {2}\S+/);
      expect(text).not.toMatch(/<>|<unknown>/);
    }
  });

  it('cordon, taint and drain', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'moved', namespace: 'default' },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }], terminationGracePeriodSeconds: 0 },
    };
    await ok('create -f -', { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [node, pod] }) });
    await ok('taint node n here=there:NoSchedule');
    expect(await ok('describe node n')).toContain('here=there:NoSchedule');
    expect(await kubectl.fails('drain n --timeout=5s')).toContain(
      'cannot delete Pods that declare no controller (use --force to override): default/moved',
    );
    expect(await ok('drain n --force --timeout=80s')).toMatch(/pod\/moved evicted\nnode\/n drained\n$/);
    expect(await ok('get node n --no-headers')).toMatch(/^n\s+Unknown,SchedulingDisabled/);
    expect(await ok('uncordon n')).toBe('node/n uncordoned\n');
  });

  it('certificate approve and deny', async () => {
    const request = await certificateRequest('CN=somebody');
    const csr = (name: string): string =>
      JSON.stringify({
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        metadata: { name },
        spec: { request, signerName: 'example.com/signer', usages: ['client auth'] },
      });
    for (const name of ['good', 'bad']) await ok('create -f -', { input: csr(name) });
    await ok('certificate approve good');
    await ok('certificate deny bad');
    const conditions = rows(await ok('get csr good bad --no-headers')).map((row) => row.at(-1));
    expect(conditions).toEqual(['Approved', 'Denied']);
    expect(await kubectl.fails('certificate deny good')).toContain('is already Approved');
  });

  it('events, top and cluster-info dump', async () => {
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'noted', namespace: 'default' },
      involvedObject: { apiVersion: 'v1', kind: 'Pod', name: 'p', namespace: 'default' },
      reason: 'Noted',
      message: 'something happened',
      type: 'Normal',
      lastTimestamp: '2025-01-01T00:00:00Z',
    };
    await ok('create -f -', { input: JSON.stringify(event) });
    expect(await ok('events --for=pod/p --no-headers')).toMatch(/Normal\s+Noted\s+Pod\/p\s+something happened/);
    expect(await kubectl.fails('top nodes')).toBe('error: Metrics API not available\n');
    expect(await ok('cluster-info dump --namespaces=default')).toContain('"kind": "ServiceList"');
  });
});
