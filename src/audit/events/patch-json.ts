import { parseJsonOrYaml, stringifyJson } from '../../codecs/index.js';
import { compactJson } from './compact-json.js';

/**
 * Returns a patch as a member of an event: JSON as it was sent, anything else that can be read as JSON. Undefined for
 * what cannot be read: the event goes without it, where the reference loses the event.
 */
export async function patchJson(text: string): Promise<string | undefined> {
  if (isJson(text)) return compactJson(text);
  try {
    return stringifyJson(await parseJsonOrYaml(text));
  } catch {
    return undefined;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
