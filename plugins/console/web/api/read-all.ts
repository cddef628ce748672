import type { Api, ApiRequest } from './api.js';
import type { ApiObject } from './objects.js';

interface Page {
  readonly items: ApiObject[] | null;
  readonly metadata?: { readonly continue?: string };
}

const PAGE = '500';
/** Objects that are read at most: the page holds them in memory. */
const MOST = 5000;

/** Reads the objects of a collection, page by page, at most 5000. Throws ApiError. */
export async function readAll(api: Api, { query, ...request }: ApiRequest): Promise<ApiObject[]> {
  const found: ApiObject[] = [];
  for (let next: string | undefined = ''; next !== undefined && found.length < MOST;) {
    const page: Page = await api.json<Page>({ ...request, query: { ...query, limit: PAGE, continue: next } });
    found.push(...(page.items ?? []));
    next = page.metadata?.continue || undefined;
  }
  return found;
}
