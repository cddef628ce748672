import { entriesAt, listAt, textAt, valueAt } from './value-at.js';

/** A container of a pod, or of a template, with its state where there is one. */
export interface ContainerRow {
  readonly name: string;
  readonly kind: 'container' | 'init container' | 'ephemeral container';
  readonly image: string;
  /** Empty for those of a template. */
  readonly state: string;
  readonly isBad: boolean;
  readonly restarts: string;
  readonly ports: string;
  readonly resources: string;
}

/** The lists of containers in the spec of a pod, with those of their states. */
const LISTS = [
  ['containers', 'containerStatuses', 'container'],
  ['initContainers', 'initContainerStatuses', 'init container'],
  ['ephemeralContainers', 'ephemeralContainerStatuses', 'ephemeral container'],
] as const;

/** The places of a pod's spec, in pods and in what creates pods. */
const SPECS = [['spec'], ['spec', 'template', 'spec'], ['spec', 'jobTemplate', 'spec', 'template', 'spec']];

/** Returns the spec of the pods that an object is or creates; undefined where it has none. */
export function podSpecOf(object: unknown): unknown {
  return SPECS.map((path) => valueAt(object, ...path)).find((spec) => listAt(spec, 'containers').length > 0);
}

/** Returns the containers of an object. */
export function containersOf(object: unknown): ContainerRow[] {
  const spec = podSpecOf(object);
  return LISTS.flatMap(([list, statuses, kind]) =>
    listAt(spec, list).map((container) => {
      const name = textAt(container, 'name');
      const status = listAt(object, 'status', statuses).find((each) => textAt(each, 'name') === name);
      return { name, kind, ...stateOf(status), ...settingsOf(container) };
    }),
  );
}

function stateOf(status: unknown): Pick<ContainerRow, 'state' | 'isBad' | 'restarts'> {
  if (status === undefined) return { state: '', isBad: false, restarts: '' };
  const [state, parts] = entriesAt(status, 'state')[0] ?? ['waiting', {}];
  const reason = textAt(parts, 'reason');
  const exitCode = textAt(parts, 'exitCode');
  const ready = valueAt(status, 'ready') === true ? ', ready' : '';
  const details = [reason, textAt(parts, 'message'), exitCode && `exit code ${exitCode}`].filter(Boolean).join(', ');
  const isBad = (state === 'terminated' && exitCode !== '0') || /BackOff|Err/.test(reason);
  return { state: `${state}${ready}${details && `: ${details}`}`, isBad, restarts: textAt(status, 'restartCount') };
}

function settingsOf(container: unknown): Pick<ContainerRow, 'image' | 'ports' | 'resources'> {
  const ports = listAt(container, 'ports').map((port) =>
    [textAt(port, 'name'), textAt(port, 'containerPort')].filter(Boolean).join(' '),
  );
  const resources = ['requests', 'limits'].flatMap((list) => {
    const amounts = entriesAt(container, 'resources', list).map(([name, amount]) => `${name} ${String(amount)}`);
    return amounts.length === 0 ? [] : [`${list}: ${amounts.join(', ')}`];
  });
  return { image: textAt(container, 'image'), ports: ports.join(', '), resources: resources.join('; ') };
}
