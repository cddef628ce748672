import { tableText } from '../table-text.js';
import type { Removal } from './removal-table.js';

/** A use of something that a release removes. */
export interface Finding extends Removal {
  /** Where it was found: a file, an audit log, the metric or an object of a server. */
  readonly source: string;
  /** The object, or the part of it, such as `default/web spec.scaleTargetRef`; empty for requests. */
  readonly object: string;
  /** The user with its user agent, or the field manager; empty where that is not known. */
  readonly by: string;
  /** How many requests were found; undefined for objects. */
  readonly requests?: number;
  /** The time of the last request, or of the last change by the field manager. */
  readonly last?: string;
}

/** The findings of one source. */
export interface Findings {
  readonly findings: readonly Finding[];
  /** The sources that could not be read, one message each. */
  readonly unread: readonly string[];
}

const COLUMNS: readonly (readonly [string, (finding: Finding) => string])[] = [
  ['REMOVED IN', ({ removed }) => `v${removed}`],
  ['API', ({ apiVersion, kind }) => `${apiVersion} ${kind}`],
  ['USE INSTEAD', ({ replacement }) => replacement ?? '-'],
  ['FOUND IN', ({ source }) => source],
  ['OBJECT', ({ object }) => object || '-'],
  ['BY', ({ by }) => by || '-'],
  ['REQUESTS', ({ requests }) => String(requests ?? '-')],
  ['LAST', ({ last }) => last ?? '-'],
];

/** Returns findings as a table, one line each. */
export function tableOf(findings: readonly Finding[]): string {
  return tableText([
    COLUMNS.map(([title]) => title),
    ...findings.map((finding) => COLUMNS.map(([, of]) => of(finding))),
  ]);
}
