import type { Api, ApiRequest } from './api.js';
import type { ApiObject } from './objects.js';

interface Page {
  readonly items: ApiObject[] | null;
  readonly metadata?: { readonly continue?: string };
}

const PAGE = '500';
/** Objects that are read at most: the page holds them in memory. */
const MOST = 5000;

/** The objects of a collection. */
export interface ReadObjects {
  readonly items: ApiObject[];
  /** True where there are more. */
  readonly isCut: boolean;
}

/** Reads the objects of a collection, page by page, at most 5000. Throws ApiError. */
export async function readAll(api: Api, request: ApiRequest): Promise<ApiObject[]> {
  return (await readMost(api, request)).items;
}

/** Reads the objects of a collection, page by page, and reports whether 5000 are not all. Throws ApiError. */
export async function readMost(api: Api, { query, ...request }: ApiRequest): Promise<ReadObjects> {
  const found: ApiObject[] = [];
  let next: string | undefined = '';
  while (next !== undefined && found.length < MOST) {
    const page: Page = await api.json<Page>({ ...request, query: { ...query, limit: PAGE, continue: next } });
    found.push(...(page.items ?? []));
    next = page.metadata?.continue || undefined;
  }
  return { items: found, isCut: next !== undefined };
}
