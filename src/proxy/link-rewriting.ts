/** Rewrites links of responses so that they lead through the server (upstream: the rewriting transport of apimachinery). */
export interface LinkRewriter {
  /** Returns the link as clients have to follow it. */
  rewrite(link: string): string;
}

/** Where an answer comes from, and below which path clients find it. */
export interface LinkPlaces {
  /** Host and port of the backend. */
  readonly host: string;
  /** The Host header of the forwarded request. */
  readonly requestHost: string;
  /** The path of the server that maps to the root of the backend. */
  readonly prefix: string;
}

/**
 * Returns a rewriter for links in responses of a backend: links with an absolute path on the backend's host get the
 * path through the server, and lose that host; those on the host that the client requested keep it. All others are left
 * unchanged.
 */
export function linkRewriter({ host, requestHost, prefix }: LinkPlaces): LinkRewriter {
  return {
    rewrite(link) {
      const { authority, path, rest } = partsOf(link);
      if (!path.startsWith('/') || (authority !== '' && authority !== host && authority !== requestHost)) return link;
      const origin = authority === requestHost ? link.slice(0, link.length - path.length - rest.length) : '';
      return `${origin}${path.startsWith(prefix) ? path : joined(prefix, path)}${rest}`;
    },
  };
}

interface LinkParts {
  readonly authority: string;
  readonly path: string;
  /** Query and fragment. */
  readonly rest: string;
}

/** The parts of a link (RFC 3986, appendix B); its scheme says nothing here. */
function partsOf(link: string): LinkParts {
  const below = link.slice(/^[a-z][a-z0-9+.-]*:/i.exec(link)?.[0].length ?? 0);
  const end = endOf(below, /[?#]/);
  const [hierarchy, rest] = [below.slice(0, end), below.slice(end)];
  if (!hierarchy.startsWith('//')) return { authority: '', path: hierarchy, rest };
  const slash = 2 + endOf(hierarchy.slice(2), /\//);
  return { authority: hierarchy.slice(2, slash), path: hierarchy.slice(slash), rest };
}

function endOf(text: string, mark: RegExp): number {
  const found = text.search(mark);
  return found < 0 ? text.length : found;
}

/** Both paths as one, without steps up and empty segments. */
function joined(prefix: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${prefix}/${path}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}${path.endsWith('/') ? '/' : ''}`;
}
