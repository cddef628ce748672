import { badRequest } from '../../../src/plugin-api/index.js';

/** The parsed name in a proxy path: `name`, `name:port` or `scheme:name:port`. */
export interface ProxiedName {
  readonly scheme: 'http' | 'https';
  readonly name: string;
  /** Number or name of a port; empty for none. */
  readonly port: string;
}

/** Reads such a name; 400 for anything else, where `kind` says what was to be named (upstream: SplitSchemeNamePort). */
export function readProxiedName(kind: string, text: string): ProxiedName {
  const parts = text.split(':', 4);
  const [scheme, name, port] = parts.length === 3 ? parts : ['', ...parts];
  const isKnown = scheme === '' || scheme === 'http' || scheme === 'https';
  if (parts.length > 3 || !name || !isKnown) throw badRequest(`invalid ${kind} request ${JSON.stringify(text)}`);
  return { scheme: scheme === 'https' ? 'https' : 'http', name, port: port ?? '' };
}
