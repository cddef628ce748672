import type { Container } from '../pod/shape/container.v1.js';
import type { PodSpec } from '../pod/shape/pod.v1.js';
import type { SecurityContext } from '../pod/shape/security-context.v1.js';
import type { Level } from './policy.js';
import { violationsOf } from './standards.js';

const SAFE: SecurityContext = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const WINDOWS = { os: { name: 'windows' } };

/** A container that is safe but for some settings; those that are undefined are not set. */
const container = (settings: SecurityContext = {}, more: Partial<Container> = {}): Container => ({
  name: 'c',
  securityContext: { ...SAFE, ...settings },
  ...more,
});
const pod = (members: Partial<PodSpec>): PodSpec => ({ containers: [container()], ...members });
const setting = (...settings: SecurityContext[]): PodSpec =>
  pod({ containers: settings.map((each, i) => container(each, { name: 'cdefgh'[i] })) });

function found(policy: string, spec: PodSpec, annotations: Record<string, string> = {}): string[] {
  const [level, version] = policy.split(':') as [Level, string];
  return violationsOf({ level, version }, { annotations, spec }).map(({ reason, detail }) => `${reason} (${detail})`);
}

/** Finds something by the first policy and nothing by the others. */
type Row = [title: string, spec: PodSpec, finding: [policy: string, text: string], silent: string[]];

const LATEST = ['baseline:latest', 'restricted:latest'];

describe('violationsOf()', () => {
  it.each(['privileged', ...LATEST, 'restricted:v1.0', 'restricted:v1.99'])('lets a safe pod pass %s', (policy) => {
    expect(found(policy, pod({}))).toEqual([]);
  });

  it.each<Row>([
    [
      'namespaces of the host',
      pod({ hostNetwork: true, hostPID: true, hostIPC: false }),
      ['baseline:v1.0', 'host namespaces (hostNetwork=true, hostPID=true)'],
      ['privileged:latest'],
    ],
    [
      'files of the host',
      pod({
        volumes: [
          { name: 'a', hostPath: { path: '/' } },
          { name: 'b', emptyDir: {} },
        ],
      }),
      ['baseline:latest', 'hostPath volumes (volume "a")'],
      ['privileged:latest'],
    ],
    [
      'ports of the host',
      pod({
        initContainers: [container({}, { name: 'i', ports: [{ containerPort: 1, hostPort: 90 }] })],
        containers: [
          container(
            {},
            {
              ports: [
                { containerPort: 1, hostPort: 0 },
                { containerPort: 2, hostPort: 443 },
              ],
            },
          ),
        ],
      }),
      ['baseline:latest', 'hostPort (containers "i", "c" use hostPorts 443, 90)'],
      ['privileged:latest'],
    ],
    [
      'processes of the host on Windows',
      pod({
        securityContext: { windowsOptions: { hostProcess: true } },
        containers: [container({ windowsOptions: { hostProcess: true } })],
      }),
      [
        'baseline:latest',
        'hostProcess (pod and container "c" must not set securityContext.windowsOptions.hostProcess=true)',
      ],
      ['privileged:latest'],
    ],
    [
      'privileged containers',
      pod({ ephemeralContainers: [{ name: 'e', securityContext: { ...SAFE, privileged: true } }] }),
      ['baseline:latest', 'privileged (container "e" must not set securityContext.privileged=true)'],
      ['privileged:latest'],
    ],
    [
      'capabilities beyond the usual',
      setting({ capabilities: { add: ['SYS_ADMIN', 'CHOWN'] } }, { capabilities: { add: ['NET_RAW'] } }),
      [
        'baseline:latest',
        'non-default capabilities (containers "c", "d" must not include "NET_RAW", "SYS_ADMIN" in securityContext.capabilities.add)',
      ],
      ['privileged:latest'],
    ],
    [
      'masks of /proc',
      setting({ procMount: 'Unmasked' }, { procMount: 'Default' }),
      ['baseline:latest', 'procMount (container "c" must not set securityContext.procMount to "Unmasked")'],
      ['privileged:latest'],
    ],
    [
      'SELinux users and roles',
      setting({ seLinuxOptions: { user: 'u' } }, { seLinuxOptions: { role: 'r' } }),
      [
        'baseline:latest',
        'seLinuxOptions (containers "c", "d" set forbidden securityContext.seLinuxOptions: user may not be set; role may not be set)',
      ],
      ['privileged:latest'],
    ],
    [
      'SELinux types that came later',
      pod({ securityContext: { seLinuxOptions: { type: 'container_engine_t' } } }),
      [
        'baseline:v1.30',
        'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
      ],
      ['baseline:v1.31', 'restricted:latest'],
    ],
    [
      'parameters of the kernel',
      pod({ securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }),
      ['baseline:latest', 'forbidden sysctls (kernel.msgmax)'],
      ['privileged:latest'],
    ],
    ...[
      ['net.ipv4.ip_local_reserved_ports', 27],
      ['net.ipv4.tcp_keepalive_time', 29],
      ['net.ipv4.tcp_wmem', 32],
    ].map(([name, since]): Row => {
      const spec = pod({ securityContext: { sysctls: [{ name: name as string, value: '1' }] } });
      const before: [string, string] = [`baseline:v1.${Number(since) - 1}`, `forbidden sysctls (${name})`];
      return [`${name}, which came later`, spec, before, [`baseline:v1.${since}`, ...LATEST]];
    }),
    [
      'seccomp profiles',
      setting({ seccompProfile: { type: 'Unconfined' } }),
      [
        'baseline:v1.19',
        'seccompProfile (container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
      ],
      ['baseline:v1.18'],
    ],
    [
      'missing seccomp profiles',
      setting({ seccompProfile: undefined }, {}),
      [
        'restricted:v1.19',
        'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
      ],
      ['restricted:v1.18', 'baseline:latest'],
    ],
    [
      'escalation of privileges',
      setting({ allowPrivilegeEscalation: undefined }, { allowPrivilegeEscalation: true }),
      [
        'restricted:v1.8',
        'allowPrivilegeEscalation != false (containers "c", "d" must set securityContext.allowPrivilegeEscalation=false)',
      ],
      ['restricted:v1.7', 'baseline:latest'],
    ],
    [
      'capabilities that are not dropped, or added',
      setting(
        { capabilities: { drop: ['KILL'] } },
        { capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE', 'KILL'] } },
      ),
      [
        'restricted:v1.22',
        'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]; container "d" must not include "KILL" in securityContext.capabilities.add)',
      ],
      ['restricted:v1.21', 'baseline:latest'],
    ],
    [
      'volumes of other types',
      pod({
        volumes: [
          { name: 'h', hostPath: { path: '/' } },
          { name: 'n', nfs: { server: 's', path: '/' } },
          { name: 'x' },
        ],
      }),
      [
        'restricted:v1.0',
        'restricted volume types (volumes "h", "n", "x" use restricted volume types "hostPath", "nfs", "unknown")',
      ],
      [],
    ],
    [
      'containers that refuse not to be root',
      pod({ securityContext: { runAsNonRoot: false }, containers: [container({ runAsNonRoot: false })] }),
      [
        'restricted:v1.0',
        'runAsNonRoot != true (pod and container "c" must not set securityContext.runAsNonRoot=false)',
      ],
      ['baseline:latest'],
    ],
    [
      'containers that do not say who they are',
      setting({ runAsNonRoot: undefined }, {}),
      ['restricted:v1.0', 'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)'],
      ['baseline:latest'],
    ],
    [
      'the id of root',
      pod({
        securityContext: { runAsUser: 0 },
        containers: [container({ runAsUser: 0 }), container({ runAsUser: 1 })],
      }),
      ['restricted:v1.23', 'runAsUser=0 (pod and container "c" must not set runAsUser=0)'],
      ['restricted:v1.22', 'baseline:latest'],
    ],
  ])('finds %s', (_title, spec, [policy, text], silent) => {
    expect(found(policy, spec)).toEqual([text]);
    expect(silent.map((each) => found(each, spec))).toEqual(silent.map(() => []));
  });
});

describe('violationsOf() by version and source', () => {
  it('takes what the pod sets for its containers', () => {
    const securityContext = { runAsNonRoot: true, seccompProfile: { type: 'Localhost', localhostProfile: 'a' } };
    const containers = [container({ runAsNonRoot: undefined, seccompProfile: undefined })];
    expect(found('restricted:latest', pod({ securityContext, containers }))).toEqual([]);
  });

  it('finds AppArmor profiles by fields and by annotations', () => {
    const spec = pod({ containers: [container({ appArmorProfile: { type: 'Unconfined' } })] });
    const key = 'container.apparmor.security.beta.kubernetes.io/c';
    expect(found('baseline:v1.0', spec)).toEqual([
      'forbidden AppArmor profile (container "c" must not set AppArmor profile type to "Unconfined")',
    ]);
    expect(found('baseline:latest', pod({}), { [key]: 'unconfined' })).toEqual([
      `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${key}="unconfined"")`,
    ]);
    for (const value of ['', 'runtime/default', 'localhost/a'])
      expect(found('baseline:latest', pod({}), { [key]: value })).toEqual([]);
  });

  it('finds seccomp annotations up to 1.18', () => {
    const annotations = {
      'seccomp.security.alpha.kubernetes.io/pod': 'unconfined',
      'container.seccomp.security.alpha.kubernetes.io/c': 'docker/default',
    };
    expect(found('baseline:v1.18', pod({}), annotations)).toEqual([
      'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
    ]);
    expect(found('baseline:v1.19', pod({}), annotations)).toEqual([]);
  });

  it('asks of pods for Windows only what Windows knows, since 1.25', () => {
    const spec = { ...pod(WINDOWS), containers: [{ name: 'c', securityContext: { runAsNonRoot: true } }] };
    expect(found('restricted:v1.24', spec).map((text) => text.split(' ')[0])).toEqual([
      'allowPrivilegeEscalation',
      'unrestricted',
      'seccompProfile',
    ]);
    expect(found('restricted:v1.25', spec)).toEqual([]);
  });

  it('reports a baseline check that restricted replaces only once', () => {
    const spec = pod({
      containers: [
        container({ capabilities: { drop: ['ALL'], add: ['SYS_ADMIN'] }, seccompProfile: { type: 'Unconfined' } }),
      ],
      volumes: [{ name: 'h', hostPath: { path: '/' } }],
    });
    expect(found('restricted:latest', spec).map((text) => text.split(' (')[0])).toEqual([
      'unrestricted capabilities',
      'restricted volume types',
      'seccompProfile',
    ]);
    expect(found('restricted:v1.18', spec).map((text) => text.split(' (')[0])).toEqual([
      'non-default capabilities',
      'restricted volume types',
    ]);
  });
});
