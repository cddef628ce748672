const DOMAIN_PART = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
const DOMAIN = `(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const PATH = `${PATH_PART}(?:/${PATH_PART})*`;
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const REFERENCE = new RegExp(`^(?:${DOMAIN}/)?${PATH}(?::(\\w[\\w.-]{0,127}))?(?:@(${DIGEST}))?$`);

/** Tells whether an image name means "the latest": tagged so, or with neither tag nor digest. False for malformed names. */
export function isLatestImage(image: string): boolean {
  const match = REFERENCE.exec(image);
  if (!match || /^[a-f0-9]{64}$/.test(image)) return false;
  const [, tag, digest] = match;
  return tag === undefined ? digest === undefined : tag === 'latest';
}
