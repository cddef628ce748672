/** The next step of a follower. */
export type NextStep =
  | { readonly step: 'watch'; readonly resourceVersion: string; readonly waitMs: number }
  | { readonly step: 'list'; readonly waitMs: number };

/** The first wait after a failure, in milliseconds; it doubles with each one that follows. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
const GONE = 410;

/**
 * Decides how a follower of a collection continues: a watch that ended is resumed where it stood, unless that place is gone
 * (410), where everything is listed again. Failures wait, longer each time, until something arrives.
 */
export class WatchResumption {
  #resourceVersion = '';
  #failures = 0;

  /** Records the place that a list or an event has reached. */
  reached(resourceVersion: string | undefined): void {
    this.#failures = 0;
    if (resourceVersion) this.#resourceVersion = resourceVersion;
  }

  /** Returns the response of a watch ended, as the server's timeout makes it. */
  ended(): NextStep {
    return this.#next(0);
  }

  /** Returns the next step after a list or a watch has failed; `code` is that of the response, undefined without one. */
  failed(code: number | undefined): NextStep {
    if (code === GONE) {
      this.#resourceVersion = '';
      return { step: 'list', waitMs: 0 };
    }
    const waitMs = Math.min(FIRST_WAIT * 2 ** this.#failures, LONGEST_WAIT);
    this.#failures += 1;
    return this.#next(waitMs);
  }

  #next(waitMs: number): NextStep {
    if (this.#resourceVersion === '') return { step: 'list', waitMs };
    return { step: 'watch', resourceVersion: this.#resourceVersion, waitMs };
  }
}
