import { pathTo } from '../actions/action.js';
import type { ActionTarget } from '../actions/kubectl.js';
import { entriesAt } from '../model/value-at.js';
import type { Api } from './api.js';

/** The query parameter by which the server notes in the audit log that the values of a Secret are shown. */
const REVEAL = 'binnacleReveal';

/** Reads the values of a Secret, as texts where they are UTF-8; the server notes it. Throws ApiError. */
export async function revealSecret(api: Api, target: ActionTarget): Promise<ReadonlyMap<string, string>> {
  const secret = await api.json({ path: pathTo(target), query: { [REVEAL]: 'true' } });
  return new Map(entriesAt(secret, 'data').map(([name, value]) => [name, decoded(String(value))]));
}

function decoded(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return `binary, ${bytes.length} bytes: ${base64}`;
  }
}
