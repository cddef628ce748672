import { type ObjectMeta } from '../../../../src/plugin-api/index.js';
import { copyQuantity, copyWithGiven, hasRule } from '../../../../src/plugin-api/built-in.js';
import { containersUsage } from '../../resource-name/resource-amounts.js';
import { isPodResource } from '../../resource-name/resource-name.js';
import { type ResourceAmounts, roundResourceAmounts } from './container.defaults.js';

const DROPPED_ANNOTATION = /^pod\.(alpha|beta)\.kubernetes\.io\/init-container(s|-statuses)$/;

/** The members of a container by its pod that have defaults. */
interface DefaultedContainer {
  ports?: { containerPort: number; hostPort?: number }[];
  resources?: { limits?: ResourceAmounts; requests?: ResourceAmounts };
}

/** The two names of the service account of a pod. */
interface AccountNames {
  serviceAccountName?: string;
  serviceAccount?: string;
}

/** The members of a pod spec that have defaults. */
interface DefaultedPodSpec extends AccountNames {
  dnsPolicy?: string;
  restartPolicy?: string;
  securityContext?: object;
  terminationGracePeriodSeconds?: number;
  schedulerName?: string;
  overhead?: ResourceAmounts;
  enableServiceLinks?: boolean;
  hostNetwork?: boolean;
  resources?: { limits?: ResourceAmounts; requests?: ResourceAmounts };
  containers?: DefaultedContainer[];
  initContainers?: DefaultedContainer[];
}

/** Fills in what every pod spec has, in a Pod as in a template. */
export function defaultPodSpec(spec: DefaultedPodSpec): void {
  spec.dnsPolicy ||= 'ClusterFirst';
  spec.restartPolicy ||= 'Always';
  spec.securityContext ??= {};
  spec.terminationGracePeriodSeconds ??= 30;
  spec.schedulerName ||= 'default-scheduler';
  syncServiceAccount(spec);
  roundResourceAmounts(spec.overhead);
}

/** Keeps the old name of the service account field in step; the new one wins. */
export function syncServiceAccount(spec: AccountNames): void {
  const name = spec.serviceAccountName || spec.serviceAccount;
  if (!name) return;
  spec.serviceAccountName = name;
  spec.serviceAccount = name;
}

/** Fills in what only a Pod gets, never a template. */
export function defaultPod(pod: { metadata: ObjectMeta; spec?: DefaultedPodSpec }): void {
  dropOldAnnotations(pod.metadata);
  const spec = pod.spec;
  if (!spec) return;
  spec.enableServiceLinks ??= true;
  if ((spec.terminationGracePeriodSeconds ?? 0) < 0) spec.terminationGracePeriodSeconds = 1;
  for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])]) {
    requestLimits(container);
    if (spec.hostNetwork) publishPorts(container);
  }
  if (hasRule({ since: '1.34' })) requestForPod(spec);
}

/** A pod that asks for something as a whole requests what its containers do, and its limits where none of them does. */
function requestForPod(spec: DefaultedPodSpec): void {
  const { resources } = spec;
  const { limits = {}, requests = {} } = resources ?? {};
  if (!resources || Object.keys({ ...limits, ...requests }).length === 0) return;
  const all = copyWithGiven(resources.requests) ?? {};
  for (const [name, amount] of containersUsage(spec).requests) {
    if (isPodResource(name)) all[name] ??= amount.toString();
  }
  for (const name of Object.keys(limits)) {
    if (isPodResource(name) && all[name] === undefined) copyQuantity(name, { from: limits, to: all });
  }
  resources.requests = all;
}

/** Drops what old releases kept in annotations of a template. */
export function defaultPodTemplate(template: { metadata?: ObjectMeta }): void {
  dropOldAnnotations(template.metadata);
}

/** Keeps the first of the addresses and the single address equal; the single one wins. */
export function defaultPodStatus(status: { podIP?: string; podIPs?: { ip?: string }[] }): void {
  const first = status.podIPs?.[0]?.ip;
  if (status.podIP && first !== status.podIP) status.podIPs = [{ ip: status.podIP }];
  else if (first) status.podIP = first;
}

/** A limit without a request is requested in full. */
function requestLimits(container: DefaultedContainer): void {
  const { limits } = container.resources ?? {};
  if (!limits) return;
  const requests = copyWithGiven(container.resources!.requests) ?? {};
  for (const name of Object.keys(limits)) {
    if (requests[name] === undefined) copyQuantity(name, { from: limits, to: requests });
  }
  container.resources!.requests = requests;
}

function publishPorts(container: DefaultedContainer): void {
  for (const port of container.ports ?? []) port.hostPort ||= port.containerPort;
}

function dropOldAnnotations(meta: ObjectMeta | undefined): void {
  for (const key of Object.keys(meta?.annotations ?? {})) {
    if (DROPPED_ANNOTATION.test(key)) delete meta!.annotations![key];
  }
}
