import type { ApiObject, ObjectMeta } from '../../plugin-api/index.js';

/** A condition of a status. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly lastUpdateTime?: string;
}

/** A container, as far as fake kubelets look at it. */
interface Container {
  readonly name: string;
  readonly image?: string;
}

/** The status of a container, as far as fake kubelets look at it. */
interface ContainerStatus {
  readonly restartCount: number;
  readonly containerID?: string;
  readonly state?: { readonly waiting?: { readonly reason?: string } };
}

/** The part of a Pod that the fake cluster reads and writes. */
export interface Pod extends ApiObject {
  spec?: {
    nodeName?: string;
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly restartPolicy?: string;
    readonly schedulingGates?: readonly object[];
    readonly containers: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly volumes?: readonly object[];
    readonly hostname?: string;
  };
  status?: {
    readonly phase?: string;
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly startTime?: string;
    readonly [member: string]: unknown;
  };
}

/** A template of pods. */
export interface PodTemplate {
  readonly metadata?: ObjectMeta;
  readonly spec: NonNullable<Pod['spec']>;
}

/** The common members of workloads. */
interface WorkloadSpec {
  readonly replicas?: number;
  readonly selector: { readonly matchLabels?: Readonly<Record<string, string>> };
  readonly template: PodTemplate;
  readonly minReadySeconds?: number;
}

/** The counts of a workload's status. */
export interface WorkloadStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly conditions?: readonly Condition[];
  readonly [member: string]: unknown;
}

/** A ReplicaSet. */
export interface ReplicaSet extends ApiObject {
  spec: WorkloadSpec;
  status?: WorkloadStatus;
}

/** A Deployment. */
export interface Deployment extends ApiObject {
  spec: WorkloadSpec & {
    readonly paused?: boolean;
    readonly revisionHistoryLimit?: number;
    readonly strategy?: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxSurge?: number | string; readonly maxUnavailable?: number | string };
    };
  };
  status?: WorkloadStatus;
}

/** A StatefulSet. */
export interface StatefulSet extends ApiObject {
  spec: WorkloadSpec & {
    readonly serviceName?: string;
    readonly podManagementPolicy?: string;
    readonly volumeClaimTemplates?: readonly ApiObject[];
    readonly updateStrategy?: { readonly type?: string; readonly rollingUpdate?: { readonly partition?: number } };
  };
  status?: WorkloadStatus;
}

/** A Job. */
export interface Job extends ApiObject {
  spec: {
    readonly parallelism?: number;
    readonly completions?: number;
    readonly backoffLimit?: number;
    readonly suspend?: boolean;
    readonly template: PodTemplate;
  };
  status?: {
    readonly conditions?: readonly Condition[];
    readonly startTime?: string;
    readonly [member: string]: unknown;
  };
}

/** A taint of a node. */
export interface Taint {
  readonly key: string;
  readonly effect: string;
  readonly [member: string]: unknown;
}

/** A Node. */
export interface Node extends ApiObject {
  spec?: { readonly unschedulable?: boolean; readonly taints?: readonly Taint[]; readonly [member: string]: unknown };
  status?: {
    readonly allocatable?: Readonly<Record<string, string>>;
    readonly conditions?: readonly Condition[];
    readonly [member: string]: unknown;
  };
}
