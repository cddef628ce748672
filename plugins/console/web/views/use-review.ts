import { useState } from 'preact/hooks';
import { type ApiRequest, YAML } from '../api/api.js';
import { ApiError } from '../api/api-error.js';
import type { ApiObject } from '../api/objects.js';
import { withoutOwners } from '../model/yaml-text.js';
import { useSession } from '../ui/session.js';

/** A write that is looked at before it is done. */
export interface ReviewedWrite {
  /** The object that the server would store, after a dry run; undefined before. */
  readonly reviewed: string | undefined;
  readonly error: ApiError | undefined;
  review(): Promise<void>;
  /** Sends the write; returns the object as it is stored, or undefined where the server rejected it. */
  write(): Promise<ApiObject | undefined>;
  clear(): void;
}

/** Sends a text as an object, first as a dry run. Unknown fields are refused. */
export function useReview(method: 'POST' | 'PUT', place: () => { path: string; text: string }): ReviewedWrite {
  const { api } = useSession();
  const [answer, setAnswer] = useState<{ readonly to: string; readonly text: string } | undefined>();
  const [error, setError] = useState<ApiError | undefined>();
  const attempt = async <T>(dryRun: string | undefined, send: (request: ApiRequest) => Promise<T>) => {
    const { path, text } = place();
    const query = { fieldManager: 'binnacle-console', fieldValidation: 'Strict', dryRun };
    try {
      setError(undefined);
      return await send({ method, path, query, body: text, contentType: YAML });
    } catch (fault) {
      setError(ApiError.from(fault));
      return undefined;
    }
  };
  const dryRun = () => attempt('All', async (request) => withoutOwners(await api.yaml(request)));
  const write = () => attempt(undefined, (request) => api.json<ApiObject>(request));
  const clear = (): void => (setAnswer(undefined), setError(undefined));
  const review = async (): Promise<void> => {
    const { text: to } = place();
    const text = await dryRun();
    setAnswer(text === undefined ? undefined : { to, text });
  };
  // A text that was changed since is not the one that was reviewed.
  const reviewed = answer?.to === place().text ? answer.text : undefined;
  return { reviewed, error, clear, write, review };
}
