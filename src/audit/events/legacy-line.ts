import { goQuote, withoutTrailing } from '../../apimachinery/index.js';
import type { AuditEvent } from './audit-event.js';

/** Returns an event as one line of text, with a part of what it says (upstream: EventString). */
export function legacyLine({ request: { source: request }, facts }: AuditEvent): string {
  const { user } = request;
  const { impersonated, objectRef, responseStatus } = facts;
  const groups = user && user.name !== '' && user.groups.length > 0 ? quoteAll(user.groups) : '<none>';
  const members = {
    id: request.id,
    stage: facts.stage,
    ip: request.sourceIps[0] ?? '<unknown>',
    method: request.verb,
    user: user?.name || '<none>',
    groups,
    as: impersonated?.name ?? '<self>',
    asgroups: impersonated ? quoteAll(impersonated.groups) : '<lookup>',
    'user-agent': request.userAgent,
    namespace: objectRef?.members.namespace || '<none>',
    uri: request.uri,
  };
  const texts = Object.entries(members).map(([name, value]) => `${name}=${goQuote(value)}`);
  const response = responseStatus ? String(responseStatus.code ?? 0) : '<deferred>';
  return `${nanoTime(request.receivedAt)} AUDIT: ${texts.join(' ')} response="${response}"`;
}

function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => goQuote(text)).join();
}

/** RFC 3339 without zeros at the end of the fraction. */
function nanoTime(milliseconds: number): string {
  const micros = Math.round((milliseconds % 1000) * 1000);
  const fraction = withoutTrailing(String(micros).padStart(6, '0'), '0');
  const seconds = new Date(milliseconds).toISOString().slice(0, 19);
  return `${seconds}${fraction === '' ? '' : `.${fraction}`}Z`;
}
