import { FieldPath, type FieldError, forbidden, invalid, notSupported } from '../../../src/plugin-api/index.js';
import { NEGATIVE_MESSAGE } from '../../../src/plugin-api/built-in.js';
import type { PodLogOptions } from './pod-log-options.v1.js';

const STREAMS = ['All', 'Stderr', 'Stdout'];
const NOT_POSITIVE = 'must be greater than 0';
/** Where nothing stands: Go prints its path so. */
const NOWHERE = FieldPath.of('[]');

/** Returns the faults of the options of a log; `allowsStreams` where one of its streams may be chosen. */
export function validatePodLogOptions(
  options: PodLogOptions,
  { allowsStreams }: { allowsStreams: boolean },
): FieldError[] {
  const { tailLines, limitBytes } = options;
  const errors: FieldError[] = [];
  if (tailLines !== undefined && tailLines < 0) errors.push(invalid(at('tailLines'), tailLines, NEGATIVE_MESSAGE));
  if (limitBytes !== undefined && limitBytes < 1) errors.push(invalid(at('limitBytes'), limitBytes, NOT_POSITIVE));
  return [...errors, ...validateSince(options), ...(allowsStreams ? validateStream(options) : refuseStream(options))];
}

const at = (name: keyof PodLogOptions): FieldPath => FieldPath.of(name);

function validateSince({ sinceSeconds, sinceTime }: PodLogOptions): FieldError[] {
  if (sinceSeconds === undefined) return [];
  if (sinceTime !== undefined) {
    return [forbidden(NOWHERE, 'at most one of `sinceTime` or `sinceSeconds` may be specified')];
  }
  return sinceSeconds < 1 ? [invalid(at('sinceSeconds'), sinceSeconds, NOT_POSITIVE)] : [];
}

function validateStream({ stream = STREAMS[0], tailLines }: PodLogOptions): FieldError[] {
  if (!STREAMS.includes(stream)) return [notSupported(at('stream'), stream, STREAMS)];
  if (stream === 'All' || tailLines === undefined) return [];
  return [forbidden(NOWHERE, '`tailLines` and specific `stream` are mutually exclusive for now')];
}

function refuseStream({ stream }: PodLogOptions): FieldError[] {
  return stream === undefined ? [] : [forbidden(at('stream'), 'may not be specified')];
}
