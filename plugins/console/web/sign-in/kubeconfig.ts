import { load } from 'js-yaml';
import { listAt, textAt, valueAt } from '../model/value-at.js';

/** A context of a kubeconfig. */
export interface KubeContext {
  readonly name: string;
  /** The origin of the server; empty if a page cannot call its URL. */
  readonly server: string;
  readonly token: string;
  /** The reason why a page cannot sign in with it; empty if it can. */
  readonly obstacle: string;
}

/** Larger files are no kubeconfigs. */
export const MOST_BYTES = 1_000_000;

const CERTIFICATE =
  'its client key cannot be used by a page: import the certificate in the browser, and sign in with it at the page of that server';

/** The members of a user that a page cannot use, with the reasons. */
const OBSTACLES: readonly (readonly [member: string, reason: string])[] = [
  ['exec', 'its token comes from a program, which a page cannot run: paste the token'],
  ['auth-provider', 'its token comes from a plugin of kubectl, which a page does not have: paste the token'],
  ['tokenFile', 'its token is in a file, which a page cannot read: paste the token'],
  ['client-certificate-data', CERTIFICATE],
  ['client-certificate', CERTIFICATE],
  ['username', 'it has a password, which API servers do not take any more'],
];

/** Reads the contexts of a kubeconfig. Throws an Error for a text without contexts. */
export function contextsIn(text: string): KubeContext[] {
  const config: unknown = load(text);
  const contexts = listAt(config, 'contexts');
  if (contexts.length === 0) throw new Error('the file has no contexts');
  const named = (list: string, name: string): unknown =>
    listAt(config, list).find((each) => textAt(each, 'name') === name);
  return contexts.map((each) => {
    const cluster = valueAt(named('clusters', textAt(each, 'context', 'cluster')), 'cluster');
    const user = valueAt(named('users', textAt(each, 'context', 'user')), 'user');
    const token = textAt(user, 'token');
    return {
      name: textAt(each, 'name'),
      server: originOf(textAt(cluster, 'server')),
      token,
      obstacle: obstacleOf(user, token),
    };
  });
}

function obstacleOf(user: unknown, token: string): string {
  if (token !== '') return '';
  const found = OBSTACLES.find(([member]) => valueAt(user, member) !== undefined);
  return found?.[1] ?? 'it has no credentials';
}

/** Servers below a path are left out: requests of the console begin at the root. */
function originOf(server: string): string {
  if (!URL.canParse(server)) return '';
  const { origin, pathname } = new URL(server);
  return pathname === '/' ? origin : '';
}
