import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('./floor.json', import.meta.url);
const floor = JSON.parse(readFileSync(FILE, 'utf8'));

/** How many recordings of an area have to pass. */
export function floorOf(profile, area) {
  return floor[profile]?.[area] ?? 0;
}

/** Tells of an area in which fewer recordings pass than have to; undefined when enough do. */
export function findFall({ profile, area, passed }) {
  const wanted = floorOf(profile, area);
  return passed < wanted ? `${profile} ${area}: ${passed} pass, the floor is ${wanted}` : undefined;
}

/** Raises the floor of an area to what passes now; it never sinks. */
export function raiseFloor({ profile, area, passed }) {
  if (passed <= floorOf(profile, area)) return;
  (floor[profile] ??= {})[area] = passed;
  writeFileSync(FILE, `${JSON.stringify(floor, null, 2)}\n`);
}
