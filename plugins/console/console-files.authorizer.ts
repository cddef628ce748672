import { type AuthorizationAttributes, Authorizer, type Decision } from '../../src/plugin-api/index.js';
import { PAGES_PATH, isConsolePath } from './console-files.js';

const AUTHENTICATED = 'system:authenticated';

/**
 * Allows every user to read the files of the console, which contain no data, and users that are known to read the titles of
 * plugins' pages. Has no opinion on anything else.
 */
export class ConsoleFilesAuthorizer extends Authorizer {
  override authorize({ verb, path, isResourceRequest, user }: AuthorizationAttributes): Decision {
    if (isResourceRequest || verb !== 'get') return NO_OPINION;
    if (isConsolePath(path)) return { verdict: 'Allow', reason: 'files of the console are public' };
    const isKnown = path === PAGES_PATH && user.groups.includes(AUTHENTICATED);
    return isKnown ? { verdict: 'Allow', reason: 'users see which pages there are' } : NO_OPINION;
  }
}

const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };
