import { type AuthorizationAttributes, Authorizer, type Decision } from '../../src/plugin-api/index.js';
import { CONSOLE_PATHS } from './console-files.js';

/** Allows everybody to read the files of the console: they contain no data. Has no opinion on anything else. */
export class ConsoleFilesAuthorizer extends Authorizer {
  override authorize({ verb, path, isResourceRequest }: AuthorizationAttributes): Decision {
    const isFile = !isResourceRequest && verb === 'get' && CONSOLE_PATHS.has(path);
    return isFile ? { verdict: 'Allow', reason: 'files of the console are public' } : NO_OPINION;
  }
}

const NO_OPINION: Decision = { verdict: 'NoOpinion', reason: '' };
