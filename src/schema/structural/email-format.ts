const ATOM = /^[^\s\x00-\x20\x7f()<>[\]:;@\\,."]+$/;
const QUOTED = /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/;
const DOMAIN_LITERAL = /^\[[^[\]\\\s]*\]$/;

/**
 * Reports whether a text is one address of RFC 5322 as Go's mail.ParseAddress reads it: `a@b`, or `Name <a@b>`; comments are not
 * read.
 */
export function isEmail(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.endsWith('>')) return isAddress(trimmed);
  const open = trimmed.lastIndexOf('<');
  return open >= 0 && isPhrase(trimmed.slice(0, open).trim()) && isAddress(trimmed.slice(open + 1, -1));
}

function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at <= 0) return false;
  return isLocalPart(text.slice(0, at)) && isDomain(text.slice(at + 1));
}

function isLocalPart(text: string): boolean {
  return QUOTED.test(text) || isDotAtom(text);
}

function isDomain(text: string): boolean {
  return DOMAIN_LITERAL.test(text) || isDotAtom(text);
}

function isDotAtom(text: string): boolean {
  return text.split('.').every((atom) => ATOM.test(atom));
}

function isPhrase(text: string): boolean {
  return text === '' || QUOTED.test(text) || text.split(/\s+/).every((word) => isDotAtom(word) || QUOTED.test(word));
}
