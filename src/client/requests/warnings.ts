/**
 * Called with the text of a warning of the server: of a deprecated version, or of a field without effect.
 *
 * @public
 * @example
 * const listener: WarningListener = (text) => logger.warn(text);
 */
export type WarningListener = (text: string) => void;

/** One element of a Warning header: `299 - "text"`. */
const WARNING = /299 [^\s"]+ "((?:[^"\\]|\\.)*)"/g;

/** Returns the texts of Warning headers with the code 299, as API servers send them (RFC 7234, section 5.5). */
export function warningsOf(header: string | readonly string[]): string[] {
  const joined = typeof header === 'string' ? header : header.join(', ');
  return [...joined.matchAll(WARNING)].map(([, quoted]) => quoted.replace(/\\(.)/g, '$1'));
}
