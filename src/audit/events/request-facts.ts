import { formatMicroTime } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import type { UserInfo } from '../../request/index.js';
import type { PolicyLevel } from '../policy/index.js';
import { userJson } from './user-json.js';

/** The facts that all events of a request share. */
export interface RequestSource {
  readonly id: string;
  readonly level: PolicyLevel;
  /** Path and query as they were sent. */
  readonly uri: string;
  readonly verb: string;
  /** The authenticated user; undefined where authentication failed. */
  readonly user: UserInfo | undefined;
  readonly sourceIps: readonly string[];
  readonly userAgent: string;
  /** When it arrived, in milliseconds since 1970, with a fraction. */
  readonly receivedAt: number;
}

/** The part of an event that all stages of a request share, written once. */
export class RequestFacts {
  /** Members up to the stage. */
  readonly openingJson: string;
  /** Members from the URI to the user. */
  readonly requestJson: string;
  /** Members about the client, with a comma before each. */
  readonly clientJson: string;
  /** When it arrived, as a time with microseconds. */
  readonly receivedTime: string;

  constructor(readonly source: RequestSource) {
    const { id, level, uri, verb, user, sourceIps, userAgent, receivedAt } = source;
    this.openingJson = `"level":"${level}","auditID":${stringifyJson(id)},"stage":"`;
    this.requestJson = `","requestURI":${stringifyJson(uri)},"verb":"${verb}","user":${userJson(user)}`;
    this.clientJson = clientJsonOf(sourceIps, userAgent);
    this.receivedTime = microTime(receivedAt);
  }
}

/** Clients are few compared with their requests. */
const CLIENTS = new Map<string, string>();
const MAX_CLIENTS = 1024;
/** Clients choose the length of what they send. */
const MAX_CLIENT_LENGTH = 256;

function clientJsonOf(sourceIps: readonly string[], userAgent: string): string {
  const key = `${sourceIps.join()} ${userAgent}`;
  const known = CLIENTS.get(key);
  if (known !== undefined) return known;
  const written =
    (sourceIps.length > 0 ? `,"sourceIPs":${JSON.stringify(sourceIps)}` : '') +
    (userAgent === '' ? '' : `,"userAgent":${stringifyJson(userAgent)}`);
  if (key.length > MAX_CLIENT_LENGTH) return written;
  if (CLIENTS.size >= MAX_CLIENTS) CLIENTS.clear();
  CLIENTS.set(key, written);
  return written;
}

/** Returns microseconds, from milliseconds with a fraction. */
export function microTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return formatMicroTime({ seconds, nanoseconds: (milliseconds - seconds * 1000) * 1e6 });
}
