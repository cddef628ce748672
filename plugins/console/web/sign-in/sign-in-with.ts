import { Credentials } from '../api/credentials.js';
import { type SignedIn, whoAmI } from '../api/who-am-i.js';
import { setContexts } from './context-store.js';
import type { KubeContext } from './kubeconfig.js';

/** Returns why a context cannot be used; empty where it can. */
export function obstacleTo({ server, obstacle }: KubeContext, servers: readonly string[]): string {
  if (obstacle !== '') return obstacle;
  if (server === '') return 'its server has no URL that a page can call';
  if (server === location.origin || servers.includes(server)) return '';
  return `the policy of this page allows no connection to ${server}: its server needs --console-servers=${server}`;
}

/** Signs in with a context. Throws ApiError. */
export async function signInWith({ name, server, token }: KubeContext): Promise<SignedIn> {
  const identity = await whoAmI(new Credentials(token, server === location.origin ? '' : server));
  setContexts({ current: name });
  return identity;
}
