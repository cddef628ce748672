import type { MaybePromise } from '../../../../apimachinery/index.js';
import type { ReleaseState } from '../../../../options/index.js';

/** The facts that pages show. */
export interface ZpageFacts extends ReleaseState {
  /** The flags with their values, sorted by name; secrets are masked. */
  readonly flags: () => Promise<readonly (readonly [name: string, value: string])[]>;
  /** The paths that the server lists at `/`. */
  readonly listedPaths: () => readonly string[];
}

/** A page about the process: for people as a text, since 1.35 for programs as an object (upstream: zpages). */
export interface Zpage {
  readonly path: string;
  /** The feature gate that it needs. */
  readonly gate: string;
  /** The kind of the object. */
  readonly kind: string;
  /** Its name in the warning of a deprecated version. */
  readonly name: string;
  /** The first release that calls the component `apiserver`, as all API servers, and no longer `kube-apiserver`. */
  readonly renamedIn: string;
  /** Returns the text for a component of this name. */
  text(component: string, facts: ZpageFacts): MaybePromise<string>;
  /** Returns the members of the object besides its type and metadata. */
  members(facts: ZpageFacts): MaybePromise<object>;
}

/** The warning in texts that programs must not parse them. */
export const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';

/** One of them is chosen at random, as upstream does, so that no program parses the texts. */
const DELIMITERS = [':', ': ', '=', ' '];

/** Returns what separates names and values in a text. */
export function randomDelimiter(): string {
  return DELIMITERS[Math.floor(Math.random() * DELIMITERS.length)];
}
