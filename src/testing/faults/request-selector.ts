import type { RequestInfo } from '../../server/index.js';
import { type UserInfo } from '../../plugin-api/index.js';

/** One text, or several of which one has to fit. In a path `*` stands for any characters. */
type OneOrMore = string | readonly string[];

/** Selects requests: by everything that is given. `{}` selects all. */
export interface RequestSelector {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb?: OneOrMore;
  /** The API group; empty for the core group. */
  readonly group?: OneOrMore;
  /** The resource in plural, such as `pods`. Requests for its subresources are selected too. */
  readonly resource?: OneOrMore;
  /** Empty for requests that are not for a subresource. */
  readonly subresource?: OneOrMore;
  readonly namespace?: OneOrMore;
  readonly name?: OneOrMore;
  /** The name of the user, after impersonation. */
  readonly user?: OneOrMore;
  /** The path without the query; `*` stands for any characters. */
  readonly path?: OneOrMore;
}

/** The facts of a request that a selector compares. */
export interface SelectedRequest {
  readonly info: Pick<RequestInfo, (typeof FACTS)[number] | 'path'>;
  readonly user: UserInfo | undefined;
}

const FACTS = ['verb', 'group', 'resource', 'subresource', 'namespace', 'name'] as const;
const KNOWN: ReadonlySet<string> = new Set([...FACTS, 'user', 'path']);

/** Makes the test for requests of a selector. Throws TypeError for a member that selectors do not have. */
export function matcherOf(selector: RequestSelector): (request: SelectedRequest) => boolean {
  const unknown = Object.keys(selector).find((member) => !KNOWN.has(member));
  if (unknown !== undefined) throw new TypeError(`${unknown}: requests cannot be selected by it`);
  const paths = listOf(selector.path)?.map(patternOf);
  const facts = FACTS.flatMap((fact) => {
    const wanted = listOf(selector[fact]);
    return wanted ? [{ fact, wanted }] : [];
  });
  const users = listOf(selector.user);
  return ({ info, user }) =>
    facts.every(({ fact, wanted }) => wanted.includes(info[fact])) &&
    (users?.includes(user?.name ?? '') ?? true) &&
    (paths?.some((pattern) => pattern.test(info.path)) ?? true);
}

function listOf(value: OneOrMore | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

function patternOf(path: string): RegExp {
  const parts = path.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
