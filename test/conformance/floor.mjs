import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('./floor.json', import.meta.url);

/** How many recordings have to pass, by profile and area. */
export function readFloor() {
  return JSON.parse(readFileSync(FILE, 'utf8'));
}

/** The areas in which fewer recordings pass than the floor says. */
export function findFalls(results, floor) {
  return Object.entries(results).flatMap(([profile, areas]) =>
    Object.entries(areas)
      .filter(([area, { passed }]) => passed < (floor[profile]?.[area] ?? 0))
      .map(([area, { passed }]) => `${profile} ${area}: ${passed} pass, the floor is ${floor[profile][area]}`),
  );
}

/** Raises the floor to what passes now; it never sinks. */
export function raiseFloor(results) {
  const floor = readFloor();
  for (const [profile, areas] of Object.entries(results)) {
    for (const [area, { passed }] of Object.entries(areas)) {
      const floors = (floor[profile] ??= {});
      floors[area] = Math.max(floors[area] ?? 0, passed);
    }
  }
  writeFileSync(FILE, `${JSON.stringify(floor, null, 2)}\n`);
}
