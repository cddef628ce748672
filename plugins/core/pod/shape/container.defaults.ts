import { Quantity } from '../../../../src/plugin-api/index.js';
import { isLatestImage } from './image-name.js';

/** Amounts of resources by name, as they stand in API objects. */
export type ResourceAmounts = Record<string, string | number>;

/** The members of a container of any sort that have defaults. */
interface DefaultedContainer {
  image?: string;
  imagePullPolicy?: string;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
}

/** The timing of a probe. */
interface ProbeTiming {
  timeoutSeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
}

/** Fills in pull policy and termination message of a container of any sort. */
export function defaultContainer(container: DefaultedContainer): void {
  container.imagePullPolicy ||= isLatestImage(container.image ?? '') ? 'Always' : 'IfNotPresent';
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
}

/** Fills in the timing of a probe. */
export function defaultProbe(probe: ProbeTiming): void {
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
}

/** Fills in path and scheme of an HTTP request. */
export function defaultHttpGet(action: { path?: string; scheme?: string }): void {
  action.path ||= '/';
  action.scheme ||= 'HTTP';
}

/** Rounds amounts finer than a thousandth up to whole thousandths. */
export function roundResourceAmounts(amounts: ResourceAmounts | undefined): void {
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    if (!/[nu]$|[eE.]/.test(String(amount))) continue;
    const quantity = Quantity.fromJson(amount);
    const rounded = Quantity.ofMilli(quantity.milliValue(), quantity.format);
    if (!rounded.equals(quantity)) amounts![name] = rounded.toString();
  }
}

/** Rounds the amounts of a container to the precision of the API. */
export function defaultResourceRequirements(resources: { limits?: ResourceAmounts; requests?: ResourceAmounts }): void {
  roundResourceAmounts(resources.limits);
  roundResourceAmounts(resources.requests);
}
