import { isInRelease } from '../../../../options/index.js';
import { WARNING, type Zpage, randomDelimiter } from './zpage.js';

/** Until then the text has another title, and a blank line after the warning. */
const FORMER_TEXT = { removed: '1.35' };

/** Returns the page of the flags with their values. The delimiter of its text stays the same while the server runs. */
export function flagzPage(): Zpage {
  const delimiter = randomDelimiter();
  return {
    path: '/flagz',
    gate: 'ComponentFlagz',
    kind: 'Flagz',
    name: 'flagz',
    renamedIn: '1.36',
    async text(component, facts) {
      const lines = (await facts.flags()).map(([name, value]) => `${name}${delimiter}${value}\n`).join('');
      const isFormer = isInRelease(FORMER_TEXT, facts);
      return `\n${component} ${isFormer ? 'flags' : 'flagz'}\n${WARNING}\n${isFormer ? '\n' : ''}${lines}`;
    },
    members: async ({ flags }) => ({ flags: Object.fromEntries(await flags()) }),
  };
}
