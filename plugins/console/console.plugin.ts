import { ApiGroupPlugin } from '../../src/plugin-api/index.js';
import { ConsoleModule } from './console.module.js';
import { ConsoleFilesAuthorizer } from './console-files.authorizer.js';

/** The console (`--console`): a page that uses the API in the name of who opened it. It has no kinds. */
@ApiGroupPlugin({
  group: 'console.binnacle.io',
  versions: ['v1alpha1'],
  kinds: [],
  imports: [ConsoleModule],
  authorizers: [ConsoleFilesAuthorizer],
})
export class ConsolePlugin {}
