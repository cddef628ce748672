import { Quantity } from '../../../src/plugin-api/index.js';

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

/** A pod, by what its containers ask for. */
export interface UsingPod {
  readonly containers?: readonly UsingContainer[];
  readonly initContainers?: readonly UsingContainer[];
}

/** Reads the amounts of an object. */
export function amountsOf(amounts: ResourceAmounts | null | undefined): Amounts {
  return new Map(Object.entries(amounts ?? {}).map(([name, amount]) => [name, Quantity.fromJson(amount)]));
}

/** Returns the usage of a pod as a whole: of all containers that run together, or more if starting it takes more. */
export function podUsage(spec: UsingPod): Usage {
  return { requests: podTotal(spec, 'requests'), limits: podTotal(spec, 'limits') };
}

function podTotal({ containers, initContainers }: UsingPod, side: 'requests' | 'limits'): Amounts {
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
