import { cutText } from '../../apimachinery/index.js';
import { stringifyJson } from '../../codecs/index.js';
import type { ObservedAuthorization, ObservedRequest, RequestInfo, UserInfo } from '../../request/index.js';
import { microTime } from '../events/request-facts.js';
import type { Masking } from './masking.js';

/** The type of records, and of lists of them. */
const API_VERSION = 'access.binnacle.io/v1alpha1';
/** Characters of a reason, a name or a path: clients choose their length. */
const MAX_TEXT = 1024;
/** Groups of a user that are listed. */
const MAX_GROUPS = 64;

/** Returns a decision of authorization as one line of JSON. */
export function decisionRecord(
  request: ObservedRequest,
  { verdict, reason, seconds }: ObservedAuthorization,
  { masking, now }: { readonly masking: Masking; readonly now: number },
): string {
  const { id, user, caller, info } = request;
  return stringifyJson({
    kind: 'AuthorizationDecision',
    apiVersion: API_VERSION,
    id,
    time: microTime(now),
    user: userOf(user, masking),
    ...(caller && caller !== user && { impersonatedBy: userOf(caller, masking) }),
    request: questionOf(info, masking),
    verdict,
    ...(reason !== '' && !masking.hidesReasons && { reason: cutText(reason, MAX_TEXT) }),
    milliseconds: Math.round(seconds * 1e6) / 1e3,
  });
}

/** Records as a list, for a webhook. */
export function decisionList(records: readonly string[]): string {
  return `{"kind":"AuthorizationDecisionList","apiVersion":"${API_VERSION}","metadata":{},"items":[${records.join()}]}`;
}

function userOf(user: UserInfo | undefined, masking: Masking): object {
  if (!user) return {};
  const groups = user.groups.slice(0, MAX_GROUPS).map((group) => masking.of('groups', cutText(group, MAX_TEXT)));
  return {
    username: masking.of('user', cutText(user.name, MAX_TEXT)),
    ...(user.uid && { uid: masking.of('user', cutText(user.uid, MAX_TEXT)) }),
    groups,
  };
}

function questionOf(info: RequestInfo, masking: Masking): object {
  const { verb } = info;
  if (!info.isResourceRequest) return { verb, path: masking.of('path', cutText(info.path, MAX_TEXT)) };
  const { group, version, resource, subresource, namespace, name } = info;
  return {
    verb,
    group,
    version,
    resource,
    ...(subresource !== '' && { subresource }),
    ...(namespace !== '' && { namespace: masking.of('namespace', cutText(namespace, MAX_TEXT)) }),
    ...(name !== '' && { name: masking.of('name', cutText(name, MAX_TEXT)) }),
  };
}
