import type { JsonValue } from '../apimachinery/index.js';
import { type ParseOptions, parseJson } from './json/parse-json.js';

/**
 * Parses the text of another server's answer, whatever its content type says (upstream: the recognizing decoder): JSON
 * where it begins with a brace, else YAML, whose parser is then loaded. Throws SyntaxFault, and SizeFault where there is too
 * much.
 *
 * @internal
 * @example
 * const { kind } = (await parseJsonOrYaml('kind: Berth')) as { kind?: string };
 */
export async function parseJsonOrYaml(text: string, options?: ParseOptions): Promise<JsonValue> {
  if (text.trimStart().startsWith('{')) return parseJson(text, options).value;
  const { parseYaml } = await import('./yaml/index.js');
  return parseYaml(text).value;
}
