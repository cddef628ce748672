import { useState } from 'preact/hooks';
import type { ApiError } from '../api/api-error.js';
import { withoutOwners } from '../model/yaml-text.js';
import { useSession } from '../ui/session.js';
import { YAML } from './use-yaml.js';

/** A write that is looked at before it is done. */
export interface ReviewedWrite {
  /** The object that the server would store, after a dry run; undefined before. */
  readonly reviewed: string | undefined;
  readonly error: ApiError | undefined;
  review(): Promise<void>;
  /** Does it; answers the object as it is stored, or undefined where the server refused. */
  write(): Promise<string | undefined>;
  clear(): void;
}

/** Sends a text as an object, first as a dry run. Unknown fields are refused. */
export function useReview(method: 'POST' | 'PUT', place: () => { path: string; text: string }): ReviewedWrite {
  const { api } = useSession();
  const [reviewed, setReviewed] = useState<string | undefined>();
  const [error, setError] = useState<ApiError | undefined>();
  const send = async (isDryRun: boolean): Promise<string | undefined> => {
    const { path, text } = place();
    const query = { fieldManager: 'binnacle-console', fieldValidation: 'Strict', dryRun: isDryRun ? 'All' : undefined };
    try {
      setError(undefined);
      const answer = await api.text({ method, path, query, body: text, contentType: YAML, accept: YAML });
      return withoutOwners(answer.text);
    } catch (fault) {
      setError(fault as ApiError);
      return undefined;
    }
  };
  const clear = (): void => (setReviewed(undefined), setError(undefined));
  return { reviewed, error, clear, review: async () => setReviewed(await send(true)), write: () => send(false) };
}
