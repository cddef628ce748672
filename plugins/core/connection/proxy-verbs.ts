/** The verbs of proxied requests, one for each method that has a meaning. */
export const PROXY_VERBS = ['create', 'delete', 'get', 'patch', 'update'] as const;
