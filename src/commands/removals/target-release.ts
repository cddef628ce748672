import { minorOf } from '../../options/index.js';
import { CommandError } from '../output.js';

export { minorOf };

const RELEASE = /^1\.\d{1,3}$/;

/** Reports whether a text is a release, as `1.29`. */
export function isRelease(text: string): boolean {
  return RELEASE.test(text);
}

/** Reads `1.29`, `v1.29` or `v1.29.3`. Throws CommandError. */
export function readRelease(text: string | undefined): string {
  if (text === undefined) throw new CommandError('--release 1.N is missing');
  const [, release] = /^v?(1\.\d{1,3})(?:\.\d+)?$/.exec(text) ?? [];
  if (release === undefined) throw new CommandError(`--release: ${JSON.stringify(text)} is no release such as 1.29`);
  return release;
}
