import type { Toleration } from '../../core/index.js';

/** The toleration that covers most of those that differ in nothing but how long they last. */
interface Holder {
  readonly index: number;
  readonly seconds: number;
}

/** Joins two lists of tolerations; one that another one covers is left out (upstream: MergeTolerations). */
export function mergeTolerations(own: readonly Toleration[], more: readonly Toleration[]): Toleration[] {
  const all = [...own, ...more];
  const holders = new Map<string, Holder>();
  for (const [index, toleration] of all.entries()) {
    const slot = slotOf(toleration);
    const seconds = secondsOf(toleration);
    const holder = holders.get(slot);
    if (!holder || seconds > holder.seconds) holders.set(slot, { index, seconds });
  }
  return all.filter(
    (toleration, index) =>
      holders.get(slotOf(toleration))?.index === index &&
      !widerSlots(toleration).some((slot) => (holders.get(slot)?.seconds ?? -Infinity) >= secondsOf(toleration)),
  );
}

/** Reports whether each of some tolerations is covered by one that is allowed (upstream: VerifyAgainstWhitelist). */
export function areAllowed(tolerations: readonly Toleration[], allowed: readonly Toleration[]): boolean {
  const longest = new Map<string, number>();
  for (const each of allowed) {
    const slot = slotOf(each);
    longest.set(slot, Math.max(longest.get(slot) ?? -Infinity, secondsOf(each)));
  }
  return tolerations.every((toleration) =>
    [slotOf(toleration), ...widerSlots(toleration)].some(
      (slot) => (longest.get(slot) ?? -Infinity) >= secondsOf(toleration),
    ),
  );
}

/** How long a taint is borne, which only counts for those that drive pods out. */
function secondsOf({ effect = '', tolerationSeconds }: Toleration): number {
  return effect === 'NoExecute' ? (tolerationSeconds ?? Infinity) : Infinity;
}

function slotOf({ key = '', operator, value = '', effect = '' }: Toleration): string {
  return JSON.stringify([key, effect, operator || 'Equal', value]);
}

/** Returns the wider tolerations that include this one: without a key, for all effects, for any value. */
function widerSlots(toleration: Toleration): string[] {
  const { key = '', effect = '' } = toleration;
  const effects = effect === '' ? [''] : ['', effect];
  const exists = effects.flatMap((each) =>
    ['', key].map((name) => slotOf({ key: name, effect: each, operator: 'Exists' })),
  );
  const forAllEffects = slotOf({ ...toleration, effect: '' });
  return [...exists, forAllEffects].filter((slot) => slot !== slotOf(toleration));
}
