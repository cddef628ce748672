import type { StrictFinding } from '../serializer.js';
import { formatPath, parseJson } from './parse-json.js';

/** Paths of members in a text that was parsed before. */
export interface FoundMembers {
  readonly duplicates: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Puts repeated and unknown members in the order in which a decoder meets them: unknown ones where they stand first,
 * repeated ones where they are repeated. Nobody looks inside of what is unknown.
 */
export function orderFindings(text: string, { duplicates, unknown }: FoundMembers): StrictFinding[] {
  const outside = new Set(unknown);
  const repeated = new Set(duplicates.filter((path) => !isWithin(path, outside)));
  if (repeated.size === 0) return unknown.map((path) => ({ path, isUnknown: true }));
  const met = new Set<string>();
  const findings: StrictFinding[] = [];
  parseJson(text, {
    onMember: (members) => {
      const path = formatPath(members);
      if (outside.delete(path)) findings.push({ path, isUnknown: true });
      else if (met.has(path) && repeated.delete(path)) findings.push({ path, isUnknown: false });
      else if (repeated.has(path)) met.add(path);
    },
  });
  return findings;
}

const STEP = /[.[]/g;

/** Whether a path is one of some others, or leads into one. */
function isWithin(path: string, others: ReadonlySet<string>): boolean {
  if (others.has(path)) return true;
  for (const { index } of path.matchAll(STEP)) if (others.has(path.slice(0, index))) return true;
  return false;
}
