import {
  ApiGroupPlugin,
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type ListedObject,
  type ObjectFilter,
} from '../../src/plugin-api/index.js';

/** The user who is allowed everything but reading objects by name, and sees what `seen` accepts. */
export const NARROWED_USER = 'pilot';

/** The filter of that user; tests change it by `see`. */
let accepts: (object: ListedObject) => boolean = () => false;
const listeners = new Set<() => void>();

/** Changes what the user sees. */
export function see(seen: (object: ListedObject) => boolean): void {
  accepts = seen;
  for (const listener of listeners) listener();
}

/** How many watches wait for changes of access. */
export function followers(): number {
  return listeners.size;
}

class NarrowingAuthorizer extends Authorizer {
  authorize({ user, verb }: AuthorizationAttributes): Decision {
    const isAllowed = user.name === NARROWED_USER && verb !== 'get';
    return { verdict: isAllowed ? 'Allow' : 'NoOpinion', reason: '' };
  }

  override async filter({ resource }: AuthorizationAttributes): Promise<ObjectFilter | undefined> {
    if (resource === 'endpoints') throw new Error('the keeper of lists is away');
    return {
      allows: (object) => accepts(object),
      onChange(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }
}

/** A plugin with an authorizer that narrows lists. */
@ApiGroupPlugin({ group: 'narrow.example.com', versions: ['v1'], kinds: [], authorizers: [NarrowingAuthorizer] })
export class NarrowingPlugin {}
