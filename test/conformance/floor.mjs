import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('./floor.json', import.meta.url);
const floor = JSON.parse(readFileSync(FILE, 'utf8'));

/** How many recordings or rows of an area have to pass. */
export function floorOf(profile, area) {
  return floor[profile]?.[area] ?? 0;
}

/** Reports an area in which fewer scenarios pass than the floor; undefined when enough do. */
export function findFall({ profile, area, passed }) {
  const wanted = floorOf(profile, area);
  return passed < wanted ? `${profile} ${area}: ${passed} pass, the floor is ${wanted}` : undefined;
}

/**
 * Reports the areas of `profiles` that have a floor and were not replayed at all; `isWanted` selects those that should
 * have been.
 */
export function findMissing(results, profiles, isWanted) {
  const replayed = new Set(results.map(({ profile, area }) => `${profile} ${area}`));
  return profiles.flatMap((profile) =>
    Object.keys(floor[profile] ?? {})
      .filter((area) => isWanted(profile, area) && !replayed.has(`${profile} ${area}`))
      .map((area) => `${profile} ${area}: not replayed, the floor is ${floorOf(profile, area)}`),
  );
}

/** Raises the floor of an area to what passes now; it never sinks. */
export function raiseFloor({ profile, area, passed }) {
  if (passed <= floorOf(profile, area)) return;
  floor[profile] = sorted({ ...floor[profile], [area]: passed });
  writeFileSync(FILE, `${JSON.stringify(floor, null, 2)}\n`);
}

const sorted = (areas) => Object.fromEntries(Object.entries(areas).sort(([a], [b]) => (a < b ? -1 : 1)));
