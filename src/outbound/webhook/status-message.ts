import { goQuote } from '../../apimachinery/index.js';
import type { OutboundAnswer } from '../outbound-client.js';

const UNKNOWN = 'unknown';

/** Messages by status code, as the reference's client words them. */
const MESSAGES = new Map<number, string>([
  [401, 'the server has asked for the client to provide credentials'],
  [400, 'the server rejected our request for an unknown reason'],
  [404, 'the server could not find the requested resource'],
  [405, 'the server does not allow this method on the requested resource'],
  [409, 'the server reported a conflict'],
  [422, 'the server rejected our request due to an error in our request'],
  [429, 'the server has received too many requests and has asked us to try again later'],
  [503, 'the server is currently unable to handle the request'],
  [504, 'the server was unable to return a response in the time allotted, but may still be processing the request'],
]);

/** Bytes of a response's text that are quoted at most (upstream: maxUnstructuredResponseTextBytes). */
const MAX_QUOTED = 2048;

/**
 * Returns the message of a failed response, by its code (upstream: NewGenericServerResponse). The message of a Status in it
 * does not count, as in the reference.
 */
export function statusMessage({ status, headers, body }: OutboundAnswer): string {
  const quoted = isText(headers['content-type']) ? body.subarray(0, MAX_QUOTED).toString('utf8').trim() : UNKNOWN;
  if (status === 403) return quoted;
  if (status === 406 || status === 415) return negotiationMessage(status, quoted);
  const known = MESSAGES.get(status);
  if (known !== undefined) return known;
  if (status >= 500) return `an error on the server (${goQuote(quoted)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}

/** Responses without a type count as text, as in the reference. */
function isText(type: unknown): boolean {
  return typeof type !== 'string' || type === '' || /^\s*text\//i.test(type);
}

function negotiationMessage(status: number, quoted: string): string {
  if (quoted !== '' && quoted !== UNKNOWN) return quoted;
  return status === 406
    ? 'the server was unable to respond with a content type that the client supports'
    : "the server was unable to process the request: the content type of the client's request is not supported";
}
