import type { Finding } from './finding.js';
import type { Question } from './manifest-findings.js';
import type { Removal } from './removal-table.js';
import { isRelease, minorOf } from './target-release.js';

const GROUP = 'audit.k8s.io/';
const REMOVED = 'k8s.io/removed-release';
/** The stages that end a request; others are of requests that are found again, or under way. */
const FINAL: ReadonlySet<unknown> = new Set(['ResponseComplete', 'Panic']);

interface AuditEvent {
  readonly stage?: string;
  readonly userAgent?: string;
  readonly requestReceivedTimestamp?: string;
  readonly user?: { readonly username?: string };
  readonly impersonatedUser?: { readonly username?: string };
  readonly annotations?: Readonly<Record<string, string>>;
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly apiVersion?: string;
    readonly resource?: string;
    readonly subresource?: string;
  };
}

/** Reports whether the first line of a file is that of an audit log: an event, or a list of events, in JSON. */
export function isAuditLine(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    const { apiVersion } = JSON.parse(line) as { apiVersion?: unknown };
    return typeof apiVersion === 'string' && apiVersion.startsWith(GROUP);
  } catch {
    return false;
  }
}

/** Finds requests for removed versions in the lines of an audit log, and counts them by who sent them. */
export class AuditFindings {
  private readonly found = new Map<string, Finding>();
  /** Lines that are no events. */
  unreadLines = 0;

  constructor(
    private readonly source: string,
    private readonly question: Question,
  ) {}

  /** The findings so far. */
  get findings(): Finding[] {
    return [...this.found.values()];
  }

  /** Takes the next line of the log. */
  take(line: string): void {
    if (line.trim() === '') return;
    try {
      const { items, ...event } = JSON.parse(line) as AuditEvent & { readonly items?: readonly AuditEvent[] };
      for (const each of items ?? [event]) this.count(each);
    } catch {
      this.unreadLines++;
    }
  }

  private count(event: AuditEvent): void {
    const removal = this.removalOf(event);
    if (!removal) return;
    const { user, impersonatedUser, userAgent = '', requestReceivedTimestamp: last, objectRef } = event;
    const name = impersonatedUser?.username ?? user?.username ?? '';
    const by = userAgent === '' ? name : `${name} (${userAgent})`;
    const object = objectRef?.subresource ? `${removal.resource}/${objectRef.subresource}` : '';
    const key = JSON.stringify([removal.apiVersion, removal.kind, object, by]);
    const known = this.found.get(key);
    const requests = (known?.requests ?? 0) + (FINAL.has(event.stage) ? 1 : 0);
    const latest = last !== undefined && (known?.last ?? '') < last ? last : known?.last;
    this.found.set(key, { ...removal, source: this.source, object, by, requests, last: latest });
  }

  /** By the declarations; by the annotation for what these do not know. */
  private removalOf({ objectRef, annotations }: AuditEvent): Removal | undefined {
    const { apiGroup = '', apiVersion = '', resource = '' } = objectRef ?? {};
    const full = apiGroup === '' ? apiVersion : `${apiGroup}/${apiVersion}`;
    const known = this.question.table.ofResource(full, resource, this.question.release);
    if (known) return known;
    const removed = annotations?.[REMOVED];
    if (removed === undefined || !isRelease(removed) || minorOf(removed) > minorOf(this.question.release))
      return undefined;
    return { apiVersion: full, kind: resource, resource, removed };
  }
}
