const DOMAIN_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = `(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const PATH = `${PATH_PART}(?:/${PATH_PART})*`;
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^((?:${DOMAIN}/)?${PATH})(?::(\\w[\\w.-]{0,127}))?(?:@(${DIGEST}))?$`);
const MAX_PATH = 255;

/**
 * Reports whether an image name means "the latest": tagged so, or with neither tag nor digest. False for malformed
 * names.
 */
export function isLatestImage(image: string): boolean {
  const match = REFERENCE.exec(image);
  if (!match || /^[a-f0-9]{64}$/.test(image)) return false;
  const [, name, tag, digest] = match;
  if (pathLengthOf(name) > MAX_PATH) return false;
  return tag === undefined ? digest === undefined : tag === 'latest';
}

/** Names without a registry stand for those of the default one, where single names are below `library`. */
function pathLengthOf(name: string): number {
  const slash = name.indexOf('/');
  if (slash < 0) return 'library/'.length + name.length;
  const first = name.slice(0, slash);
  const isRegistry = /[.:A-Z]/.test(first) || first === 'localhost';
  return isRegistry ? name.length - slash - 1 : name.length;
}
