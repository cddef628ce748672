import type { Api } from './api.js';

/** A request, as an authorizer sees it. */
export interface AccessAttributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

interface Review {
  readonly status?: { readonly allowed?: boolean };
}

/** Milliseconds that a decision is reused: roles change while a page is open. */
const KEPT_MS = 30_000;
/** Decisions that are kept at most. */
const MOST_KEPT = 500;
const PATH = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';

interface Kept {
  readonly at: number;
  readonly decision: Promise<boolean>;
}

const kept = new WeakMap<Api, Map<string, Kept>>();

/** Reports whether the user is allowed a request, as the server decides; false where the server does not say. */
export function may(api: Api, attributes: AccessAttributes): Promise<boolean> {
  const known = kept.get(api) ?? new Map<string, Kept>();
  kept.set(api, known);
  const key = JSON.stringify(attributes);
  const found = known.get(key);
  if (found && Date.now() - found.at < KEPT_MS) return found.decision;
  if (known.size >= MOST_KEPT) known.clear();
  const decision = ask(api, attributes);
  known.set(key, { at: Date.now(), decision });
  return decision;
}

/** Reports whether the user is allowed all of some requests. */
export async function mayAll(api: Api, all: readonly AccessAttributes[]): Promise<boolean> {
  return (await Promise.all(all.map((attributes) => may(api, attributes)))).every(Boolean);
}

async function ask(api: Api, attributes: AccessAttributes): Promise<boolean> {
  const body = {
    ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' },
    spec: { resourceAttributes: attributes },
  };
  const { status } = await api.json<Review>({ method: 'POST', path: PATH, body }).catch((): Review => ({}));
  return status?.allowed === true;
}
