import 'reflect-metadata';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModule } from '@nestjs/testing';
import { AdmissionChain } from '../../src/admission/index.js';
import { ClientAuthorities } from '../../src/authn/index.js';
import { SystemClock, createLogger } from '../../src/observability/index.js';
import { type ApiServerOptions, parseOptions } from '../../src/options/index.js';
import { PluginHost, PluginInstances, readDeclarations } from '../../src/plugin-host/index.js';
import { BUILT_IN_PLUGINS } from '../../src/plugins.js';
import { ensureServerCertificates } from '../../src/server/certificates/index.js';
import { AppModule } from '../../src/server/start/app.module.js';
import { kubeconfigOf } from '../support/fake-webhook.js';

/** The admission plugins of Kubernetes 1.32 in their order, and whether they are on by default. */
const KNOWN: readonly (readonly [name: string, isOnByDefault: boolean])[] = [
  ['AlwaysAdmit', false],
  ['NamespaceAutoProvision', false],
  ['NamespaceLifecycle', true],
  ['NamespaceExists', false],
  ['LimitPodHardAntiAffinityTopology', false],
  ['LimitRanger', true],
  ['ServiceAccount', true],
  ['NodeRestriction', false],
  ['TaintNodesByCondition', true],
  ['AlwaysPullImages', false],
  ['ImagePolicyWebhook', false],
  ['PodSecurity', true],
  ['PodNodeSelector', false],
  ['Priority', true],
  ['DefaultTolerationSeconds', true],
  ['PodTolerationRestriction', false],
  ['EventRateLimit', false],
  ['ExtendedResourceToleration', false],
  ['DefaultStorageClass', true],
  ['StorageObjectInUseProtection', true],
  ['OwnerReferencesPermissionEnforcement', false],
  ['PersistentVolumeClaimResize', true],
  ['RuntimeClass', true],
  ['CertificateApproval', true],
  ['CertificateSigning', true],
  ['ClusterTrustBundleAttest', true],
  ['CertificateSubjectRestriction', true],
  ['DefaultIngressClass', true],
  ['DenyServiceExternalIPs', false],
  ['MutatingAdmissionPolicy', true],
  ['MutatingAdmissionWebhook', true],
  ['ValidatingAdmissionPolicy', true],
  ['ValidatingAdmissionWebhook', true],
  ['ResourceQuota', true],
  ['AlwaysDeny', false],
];
const NAMES = KNOWN.map(([name]) => name);
/** The server's own, which no flag names. */
const OWN = 'RbacEscalation';
/** Plugins of other releases, and names that differ from known ones. */
const UNKNOWN = [
  'DenyEscalatingExec',
  'PersistentVolumeLabel',
  'PodSecurityPolicy',
  'PodTopologyLabels',
  'SecurityContextDeny',
  'podsecurity',
  OWN,
];

const modules: TestingModule[] = [];
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'binnacle-names-'));
});

afterAll(async () => {
  await Promise.all(modules.map((module) => module.close()));
  await rm(directory, { recursive: true });
});

async function optionsOf(...argv: string[]): Promise<ApiServerOptions> {
  const result = await parseOptions(['--storage-backend=memory', `--data-dir=${directory}`, ...argv], {}, () => '');
  if (!('options' in result)) throw new Error(JSON.stringify(result));
  return result.options;
}

/** The chain of a server with flags. */
async function chainOf(...argv: string[]): Promise<readonly string[]> {
  const options = await optionsOf(...argv);
  const logger = createLogger({ isEnabled: false });
  const clientAuthorities = await ClientAuthorities.open({
    ...options.authentication,
    clock: new SystemClock(),
    logger,
  });
  const certificates = await ensureServerCertificates({
    directory,
    names: { ...options.serving, ...options.network },
  });
  const declarations = readDeclarations(BUILT_IN_PLUGINS);
  const module = await Test.createTestingModule({
    imports: [AppModule.forRoot({ options, logger, certificates, clientAuthorities, declarations })],
  }).compile();
  modules.push(module);
  await module.get(PluginHost).installAll(declarations, (owner, hook) => module.get(PluginInstances).of(owner, hook));
  return module.get(AdmissionChain).names();
}

/** A configuration of the plugins that need one. */
async function writeConfiguration(): Promise<string> {
  const [kubeConfigFile, file] = [join(directory, 'kubeconfig'), join(directory, 'admission.json')];
  await writeFile(kubeConfigFile, kubeconfigOf('https://127.0.0.1:1'));
  const limits = [{ type: 'Server', qps: 1, burst: 1 }];
  const plugins = [
    { name: 'ImagePolicyWebhook', configuration: { imagePolicy: { kubeConfigFile } } },
    {
      name: 'EventRateLimit',
      configuration: { apiVersion: 'eventratelimit.admission.k8s.io/v1alpha1', kind: 'Configuration', limits },
    },
  ];
  const document = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins };
  await writeFile(file, JSON.stringify(document));
  return file;
}

describe('the names of admission plugins', () => {
  it('are all enabled by their flag, in the order of the reference', async () => {
    const file = await writeConfiguration();
    const flags = [`--admission-control-config-file=${file}`, `--enable-admission-plugins=${NAMES.join(',')}`];
    expect(await chainOf(...flags)).toEqual([...NAMES, OWN]);
  });

  it('are on by default as in the reference', async () => {
    const isOn = KNOWN.flatMap(([name, isOnByDefault]) => (isOnByDefault ? [name] : []));
    expect(await chainOf()).toEqual([...isOn, OWN]);
  });

  it('are all disabled by their flag', async () => {
    expect(await chainOf(`--disable-admission-plugins=${NAMES.join(',')}`)).toEqual([OWN]);
  });

  it.each(['ImagePolicyWebhook', 'EventRateLimit'])('%s is refused without its configuration', async (name) => {
    await expect(chainOf(`--enable-admission-plugins=${name}`)).rejects.toThrow(`${name}: `);
  });

  it.each(UNKNOWN.flatMap((name) => ['enable', 'disable'].map((verb) => [verb, name])))(
    '--%s-admission-plugins=%s is refused by name',
    async (verb, name) => {
      const flag = `${verb}-admission-plugins`;
      await expect(optionsOf(`--${flag}=${name}`)).rejects.toThrow(`${flag} plugin \\"${name}\\" is unknown`);
    },
  );
});
