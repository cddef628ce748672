import {
  type GroupResource,
  type StatusError,
  type StatusReason,
  badRequest,
  failure,
  goQuote,
  internalError,
} from '../apimachinery/index.js';

/** The subject of a text, for error messages. */
export interface TextSubject {
  readonly resource: GroupResource;
  readonly name: string;
}

/** The meaning of status codes of servers (upstream: errors.NewGenericServerResponse). */
const MEANINGS: Readonly<Record<number, readonly [StatusReason, string]>> = {
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  409: ['Conflict', 'the server reported a conflict'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
};

/** Returns the failure that an answer without success stands for; `text` is the beginning of what it said. */
export function describeAnswer(code: number, text: string, { resource, name }: TextSubject): StatusError {
  if (code === 500) return internalError(text);
  if (code === 400) return badRequest(text);
  const [reason, meaning] = meaningOf(code, text);
  const { group, resource: plural } = resource;
  const details = { name, ...(group !== '' && { group }), kind: plural };
  return failure(code, `${meaning} ( ${group === '' ? plural : `${plural}.${group}`} ${name})`, { reason, details });
}

function meaningOf(code: number, text: string): readonly [StatusReason | undefined, string] {
  if (Object.hasOwn(MEANINGS, code)) return MEANINGS[code];
  if (code === 403) return ['Forbidden', text];
  if (code >= 500) {
    return ['InternalError', `an error on the server (${goQuote(text)}) has prevented the request from succeeding`];
  }
  return [undefined, `the server responded with the status code ${code} but did not return more information`];
}
