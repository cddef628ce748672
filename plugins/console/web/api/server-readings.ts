import { type Reading, readingOf } from '../model/metrics.js';
import type { Api } from './api.js';
import { ApiError } from './api-error.js';

/** The metrics that were read so far. */
export interface Readings {
  /** The newest last. */
  readonly readings: readonly Reading[];
  /** The reason that there is no newer one. */
  readonly error: ApiError | undefined;
}

const INTERVAL_MS = 5000;
/** Readings that are kept: those of ten minutes. */
const MOST_READINGS = 121;
/** Refusals that do not pass. */
const FINAL_CODES = [401, 403, 404];

/** Reads the metrics of the server while a view shows them, and keeps what it has read for the next one. */
export class ServerReadings {
  #state: Readings = { readings: [], error: undefined };
  readonly #listeners = new Set<(state: Readings) => void>();
  #stop: AbortController | undefined;

  private constructor(private readonly api: Api) {}

  /** Returns the readings of a user, the same ones for all views. */
  static of(api: Api): ServerReadings {
    let found = KNOWN.get(api);
    if (!found) KNOWN.set(api, (found = new ServerReadings(api)));
    return found;
  }

  /** The metrics that are known now. */
  get state(): Readings {
    return this.#state;
  }

  /** Calls back with every change, and reads while there is anyone to call; returns how to end it. */
  subscribe(listener: (state: Readings) => void): () => void {
    this.#listeners.add(listener);
    if (!this.#stop) void this.#read((this.#stop = new AbortController()).signal);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = undefined;
    };
  }

  async #read(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // A page in the background shows nothing.
      if (!document.hidden) await this.#readOnce(signal);
      if (FINAL_CODES.includes(this.#state.error?.code ?? 0)) return;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }

  async #readOnce(signal: AbortSignal): Promise<void> {
    try {
      const { text } = await this.api.text({ path: '/metrics', accept: 'text/plain', signal });
      const readings = [...this.#state.readings, readingOf(text, Date.now())].slice(-MOST_READINGS);
      this.#state = { readings, error: undefined };
    } catch (fault) {
      if (signal.aborted) return;
      this.#state = { ...this.#state, error: ApiError.from(fault) };
    }
    if (!signal.aborted) for (const listener of this.#listeners) listener(this.#state);
  }
}

const KNOWN = new WeakMap<Api, ServerReadings>();
