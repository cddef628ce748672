import { GoValue, type InternalTypes, goJson, hasRule } from '../../../../src/plugin-api/built-in.js';
import { PodResourceClaim, PodSecurityContext, PodSpec, PodTemplateSpec } from '../shape/pod.v1.js';

/** Members of the spec that its security context has internally. */
const OF_HOST = ['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'] as const;

/** The forms of upstream's pkg/apis/core/types.go. */
const INTERNAL: InternalTypes = {
  'k8s.io.api.core.v1.PodSpec': {
    members: [
      'volumes',
      'initContainers',
      'containers',
      'ephemeralContainers',
      'restartPolicy',
      'terminationGracePeriodSeconds',
      'activeDeadlineSeconds',
      'dnsPolicy',
      'nodeSelector',
      'serviceAccountName',
      'automountServiceAccountToken',
      'nodeName',
      'securityContext',
      'imagePullSecrets',
      'hostname',
      'subdomain',
      'setHostnameAsFQDN',
      'affinity',
      'schedulerName',
      'tolerations',
      'hostAliases',
      'priorityClassName',
      'priority',
      'preemptionPolicy',
      'dnsConfig',
      'readinessGates',
      'runtimeClassName',
      'overhead',
      'enableServiceLinks',
      'topologySpreadConstraints',
      'os',
      'schedulingGates',
      'resourceClaims',
      'resources',
      'hostnameOverride',
    ],
    build: {
      securityContext: (spec, show) => {
        if (!spec.securityContext) return null;
        const [network, pid, ipc, shared, users] = OF_HOST.map((name) => spec[name]);
        const ofHost = {
          HostNetwork: network ?? false,
          HostPID: pid ?? false,
          HostIPC: ipc ?? false,
          ShareProcessNamespace: shared ?? null,
          HostUsers: users ?? null,
        };
        return { ...ofHost, ...(show(PodSecurityContext, spec.securityContext) as object) };
      },
    },
  },
  'k8s.io.api.core.v1.PodSecurityContext': {
    members: [
      'seLinuxOptions',
      'windowsOptions',
      'runAsUser',
      'runAsGroup',
      'runAsNonRoot',
      'supplementalGroups',
      'supplementalGroupsPolicy',
      'fsGroup',
      'fsGroupChangePolicy',
      'sysctls',
      'seccompProfile',
      'appArmorProfile',
      'seLinuxChangePolicy',
    ],
  },
};

/** Returns a template as errors show it. */
export function shownTemplate(template: PodTemplateSpec): unknown {
  return hasRule({ since: '1.34' }) ? new GoValue('', goJson(PodTemplateSpec, template, INTERNAL)) : template;
}

/** Returns the spec of a pod as errors show it. */
export function shownPodSpec(spec: PodSpec | undefined): unknown {
  return hasRule({ since: '1.34' }) ? new GoValue('', goJson(PodSpec, spec, INTERNAL)) : spec;
}

/** Returns a claim as errors show it. */
export function shownClaim(claim: PodResourceClaim): unknown {
  return hasRule({ since: '1.34' }) ? new GoValue('', goJson(PodResourceClaim, claim, {})) : claim;
}
