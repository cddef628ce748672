import { Quantity } from '../../../src/plugin-api/index.js';
import { isPodResource } from './resource-name.js';

/** Amounts by resource name, as objects hold them. */
export type ResourceAmounts = Readonly<Record<string, string | number>>;

/** Amounts by resource name, to calculate with. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** The requests and limits of an object. */
export interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** A container, by what it asks for. */
interface UsingContainer {
  readonly resources?: { readonly requests?: ResourceAmounts; readonly limits?: ResourceAmounts };
  readonly restartPolicy?: string;
}

/** A pod, by what it and its containers ask for. */
export interface UsingPod {
  readonly resources?: UsingContainer['resources'];
  readonly containers?: readonly UsingContainer[];
  readonly initContainers?: readonly UsingContainer[];
}

/** Reads the amounts of an object. */
export function amountsOf(amounts: ResourceAmounts | null | undefined): Amounts {
  return new Map(Object.entries(amounts ?? {}).map(([name, amount]) => [name, Quantity.fromJson(amount)]));
}

/** Returns the usage of a pod: what it asks for as a whole, and what its containers do of other resources. */
export function podUsage(spec: UsingPod): Usage {
  const { requests, limits } = containersUsage(spec);
  return {
    requests: new Map([...requests, ...wholeAmounts(spec.resources?.requests)]),
    limits: new Map([...limits, ...wholeAmounts(spec.resources?.limits)]),
  };
}

function wholeAmounts(amounts: ResourceAmounts | undefined): [name: string, amount: Quantity][] {
  return [...amountsOf(amounts)].filter(([name]) => isPodResource(name));
}

/** Returns the usage of the containers of a pod: of all that run together, or more if starting them takes more. */
export function containersUsage(spec: UsingPod): Usage {
  return { requests: containersTotal(spec, 'requests'), limits: containersTotal(spec, 'limits') };
}

function containersTotal({ containers, initContainers }: UsingPod, side: 'requests' | 'limits'): Amounts {
  let running = (containers ?? []).map((container) => amountsOf(container.resources?.[side])).reduce(sum, new Map());
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const { resources, restartPolicy } of initContainers ?? []) {
    const needed = amountsOf(resources?.[side]);
    const together = sum(sidecars, needed);
    if (restartPolicy === 'Always') {
      running = sum(running, needed);
      sidecars = together;
    }
    starting = greater(starting, together);
  }
  return greater(running, starting);
}

function sum(left: Amounts, right: Amounts): Amounts {
  return merged(left, right, (one, other) => one.add(other));
}

function greater(left: Amounts, right: Amounts): Amounts {
  return merged(left, right, (one, other) => (other.compare(one) > 0 ? other : one));
}

function merged(left: Amounts, right: Amounts, merge: (one: Quantity, other: Quantity) => Quantity): Amounts {
  const result = new Map(left);
  for (const [name, amount] of right) {
    const present = result.get(name);
    result.set(name, present ? merge(present, amount) : amount);
  }
  return result;
}
