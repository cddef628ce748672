import { MAX_STRICT_PROBLEMS } from '../../apimachinery/index.js';
import type { StrictFinding } from '../serializer.js';
import { formatPath, parseJson } from './parse-json.js';

/** Paths of members in a text that was parsed before. */
export interface FoundMembers {
  readonly duplicates: readonly string[];
  readonly unknown: readonly string[];
}

/** Paths may be long, and members many: of this many the paths are written out. */
const MOST_LOOKED_AT = 10_000;

/**
 * Sorts repeated and unknown members in the order in which a decoder meets them: unknown ones where they stand
 * first, repeated ones where they are repeated. The inside of unknown members is ignored.
 */
export function orderFindings(text: string, { duplicates, unknown }: FoundMembers): StrictFinding[] {
  // Further ones are not reported.
  const outside = new Set(unknown.slice(0, MAX_STRICT_PROBLEMS));
  const repeated = new Set(duplicates.filter((path) => !isWithin(path, outside)));
  if (repeated.size === 0) return [...outside].map((path) => ({ path, isUnknown: true }));
  const met = new Set<string>();
  const findings: StrictFinding[] = [];
  let looked = 0;
  parseJson(text, {
    onMember: (members) => {
      if (outside.size + repeated.size === 0 || ++looked > MOST_LOOKED_AT) return;
      const path = formatPath(members);
      if (outside.delete(path)) findings.push({ path, isUnknown: true });
      else if (met.has(path) && repeated.delete(path)) findings.push({ path, isUnknown: false });
      else if (repeated.has(path)) met.add(path);
    },
  });
  // Findings after the traversed part are reported last.
  for (const path of outside) findings.push({ path, isUnknown: true });
  for (const path of repeated) findings.push({ path, isUnknown: false });
  return findings;
}

const STEP = /[.[]/g;

/** Reports whether a path is one of some others, or leads into one. */
function isWithin(path: string, others: ReadonlySet<string>): boolean {
  if (others.has(path)) return true;
  for (const { index } of path.matchAll(STEP)) if (others.has(path.slice(0, index))) return true;
  return false;
}
