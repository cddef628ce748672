import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from '../api/api.js';
import type { ApiError } from '../api/api-error.js';
import type { Group, Resource } from '../api/discovery.js';
import type { SignedIn } from '../api/who-am-i.js';
import type { Route } from '../router.js';

/** The parts that all views need: the user, and the kinds of the server. */
export interface Session {
  readonly api: Api;
  readonly user: string;
  readonly userGroups: readonly string[];
  readonly groups: readonly Group[];
  /** The failure of the latest reading of the kinds. */
  readonly discoveryError: ApiError | undefined;
  go(route: Route): void;
  /** Shows a message for some seconds. */
  say(text: string, kind?: 'good' | 'bad'): void;
  signOut(): void;
  /** Continues as another user, or at another server. */
  signInAs(identity: SignedIn): void;
}

/** The session that views are in. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** Returns the session. */
export function useSession(): Session {
  return useContext(SessionContext)!;
}

/** Finds a resource of the server. */
export function findResource(groups: readonly Group[], group: string, plural: string): Resource | undefined {
  return groups.find(({ name }) => name === group)?.resources.find(({ resource }) => resource === plural);
}
