/** A failed request, as far as its text is read. */
export interface RefusedRequest {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly causes: readonly { readonly field?: string; readonly message?: string }[];
  readonly headers?: { get(name: string): string | null };
}

/** A fault of a text that the server names: at a line, or at a field. */
export interface TextFault {
  /** The first line is 1. */
  readonly line?: number;
  readonly field?: string;
  readonly message: string;
}

/** Bytes of the request in hexadecimal, which the server quotes. */
const QUOTED_BYTES = / \((?:[0-9a-f]{2})+(?: \.\.\.)?\)/g;
const GO_STRUCT = / of type struct \{.*/s;

/** Returns a message without copies of what was sent. */
export function shortMessage(message: string): string {
  return message.replace(QUOTED_BYTES, '').replace(GO_STRUCT, '');
}

/** Messages of a decoder, each with the fault that it names. */
const DECODER_FAULTS: readonly (readonly [RegExp, (found: RegExpMatchArray) => TextFault])[] = [
  [
    /(?:yaml:|\n) {1,4}line (\d{1,9}): ([^\n]+)/g,
    ([, line, text]) => ({ line: Number(line), message: untilNextFault(text) }),
  ],
  [/unknown field "([^"]+)"/g, ([, field]) => ({ field, message: 'unknown field' })],
  [/duplicate field "([^"]+)"/g, ([, field]) => ({ field, message: 'the field is there twice' })],
  [
    /cannot unmarshal (\S+) into Go struct field \w+\.(\S+) of type (\S+)/g,
    ([, given, field, wanted]) => ({ field, message: `has the type ${given} in place of ${wanted}` }),
  ],
];

/** Faults of a decoder are one text, with commas. */
function untilNextFault(text: string): string {
  return shortMessage(text.split(/, (?:unknown|duplicate) field "/)[0]);
}

/** Returns the faults that a refusal names: its causes, or else what its message says of lines and fields. */
export function faultsOf({ message, causes }: RefusedRequest): TextFault[] {
  if (causes.length > 0) return causes.map((cause) => ({ field: cause.field, message: cause.message ?? '' }));
  return DECODER_FAULTS.flatMap(([pattern, faultOf]) => [...message.matchAll(pattern)].map(faultOf));
}

/** Returns the steps of a field path: `spec.containers[0].name`, or `data[a b]` for keys with other characters. */
export function pathSteps(field: string): string[] {
  return [...field.matchAll(/\[([^\][]*)\]|([^.[\]]+)/g)].map(([, inBrackets, name]) => inBrackets ?? name);
}

const NEXT_STEPS: Readonly<Record<string, string>> = {
  0: 'Check that the server runs and that the network reaches it, then try again. This page keeps your text.',
  400: 'Correct what the message names, then try again.',
  401: 'Sign in again. Text that is not written stays on this page.',
  403: 'You have no right to do this: someone who may change roles can give it to you.',
  404: 'It does not exist, or not any more. Look at the name and the namespace, or create it.',
  405: 'The server cannot do this with objects of this kind.',
  409: 'Read what is there now, then try again.',
  410: 'The server no longer has that state. Read again.',
  413: 'The object is larger than the server accepts. Divide it.',
  422: 'Correct the fields that are named, then try again.',
  429: 'The server has too much to do. Try again later.',
};
const NEXT_STEPS_BY_REASON: Readonly<Record<string, string>> = {
  AlreadyExists: 'Choose another name, or open the object that is there and edit it.',
  Conflict: 'Compare the versions above the text, rebase your changes on the current one, then review again.',
  Unreadable: 'Something between this page and the server may have changed the response. Try again.',
};
const SERVER_FAULT = 'The fault is on the server, whose log says more. Try again.';

/** Returns what a user can do after a request was refused. */
export function nextStepOf({ code, reason, headers }: RefusedRequest): string {
  const seconds = Number(headers?.get('retry-after') ?? NaN);
  const step = NEXT_STEPS_BY_REASON[reason] ?? NEXT_STEPS[code] ?? (code >= 500 ? SERVER_FAULT : '');
  return seconds > 0 ? `${step} The server asks to wait ${seconds} s.` : step;
}
