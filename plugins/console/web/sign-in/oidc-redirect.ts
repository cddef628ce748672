/** The answer of an issuer, in the address that it sent the browser back to. */
export interface OidcAnswer {
  readonly state: string;
  readonly code: string;
  /** Empty where the user is signed in. */
  readonly error: string;
  readonly issuer: string;
}

/** The name under which a sign-in is kept while the browser is at the issuer. */
export const PENDING = 'binnacle-console-oidc';

/** Returns the answer of an issuer in the address of the page, and removes it there; undefined without one. */
export function takeAnswer(): OidcAnswer | undefined {
  const parts = [new URLSearchParams(location.search), new URLSearchParams(location.hash.slice(1))];
  const found = parts.find((each) => each.has('state') && (each.has('code') || each.has('error')));
  if (!found) return undefined;
  history.replaceState(null, '', location.pathname);
  const text = (name: string): string => found.get(name) ?? '';
  return {
    state: text('state'),
    code: text('code'),
    error: text('error_description') || text('error'),
    issuer: text('iss'),
  };
}
