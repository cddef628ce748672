import { Quantity } from '../../../../src/plugin-api/index.js';

/** Amounts by resource name, as objects hold them. */
export type StoredAmounts = Readonly<Record<string, string | number>>;

/** Amounts by resource name, to calculate with. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** One of something that is counted. */
export const ONE = Quantity.ofInteger(1);

/** Reads amounts as objects hold them. */
export function readAmounts(amounts: StoredAmounts | undefined): Amounts {
  return new Map(Object.entries(amounts ?? {}).map(([name, amount]) => [name, Quantity.fromJson(amount)]));
}

/** Writes amounts as objects hold them. */
export function writeAmounts(amounts: Amounts): Record<string, string> {
  return Object.fromEntries([...amounts].map(([name, amount]) => [name, amount.toString()]));
}

/** Returns the sums; what stands on one side only is taken as it is. */
export function addAmounts(left: Amounts, right: Amounts): Amounts {
  const sums = new Map(left);
  for (const [name, amount] of right) sums.set(name, sums.get(name)?.add(amount) ?? amount);
  return sums;
}

/** Returns the positive differences of amounts. */
export function increaseOf(now: Amounts, before: Amounts): Amounts {
  const increases = [...now].map(([name, amount]): [string, Quantity] => {
    const taken = before.get(name);
    return [name, taken ? amount.subtract(taken) : amount];
  });
  return new Map(increases.filter(([, amount]) => amount.sign > 0));
}

/** Returns the amounts of some resources only. */
export function onlyOf(amounts: Amounts, isWanted: (name: string) => boolean): Amounts {
  return new Map([...amounts].filter(([name]) => isWanted(name)));
}

/** Writes amounts for a message: `pods=1,requests.cpu=2`. */
export function describeAmounts(amounts: Amounts): string {
  return [...amounts.keys()]
    .sort()
    .map((name) => `${name}=${amounts.get(name)!.toString()}`)
    .join(',');
}
