import type { Operation } from './rbac-oracle.js';
import type { Json, TestClient } from './test-client.js';

/** A path that is served, and what each method asks for there. */
export interface ServedRoute {
  readonly path: string;
  readonly isCollection: boolean;
  /** Returns the operation of a request with a method. */
  readonly operation: (method: string) => Operation;
}

const ITEM_VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const COLLECTION_VERBS: Readonly<Record<string, string>> = {
  ...ITEM_VERBS,
  GET: 'list',
  HEAD: 'list',
  DELETE: 'deletecollection',
};

/** Every route of discovery, subresources and all, with objects of one name in one namespace. */
export async function resourceRoutes(
  admin: TestClient,
  { namespace, name }: { namespace: string; name: string },
): Promise<ServedRoute[]> {
  const groups = (await admin.get('/apis')).body.groups as Json[];
  const prefixes = [
    '/api/v1',
    ...groups.flatMap(({ versions }) => (versions as Json[]).map((each) => `/apis/${each.groupVersion}`)),
  ];
  const lists = await Promise.all(prefixes.map(async (prefix) => ({ prefix, list: (await admin.get(prefix)).body })));
  return lists.flatMap(({ prefix, list }) =>
    (list.resources as Json[]).flatMap((resource) => routesOf(prefix, resource, { namespace, name })),
  );
}

/** Every path that is no resource: those of the root, and some that lie beside them. */
export async function pathRoutes(admin: TestClient): Promise<ServedRoute[]> {
  const { paths } = (await admin.get('/')).body as { paths: string[] };
  const beside = [
    '/',
    '/api/',
    '/debug/pprof',
    '/logs',
    '/logs/x',
    '/metrics/slis',
    '/nowhere',
    '/openid/v1/jwks',
    '/healthz/',
    '/apis/nowhere',
  ];
  return [...new Set([...paths, ...beside])].map((path) => ({
    path,
    isCollection: false,
    operation: (method) => ({ verb: method.toLowerCase(), path }),
  }));
}

function routesOf(prefix: string, resource: Json, at: { namespace: string; name: string }): ServedRoute[] {
  const [plural, ...rest] = String(resource.name).split('/');
  const subresource = rest.join('/');
  const namespaces = resource.namespaced ? [at.namespace, ''] : [''];
  return namespaces.flatMap((namespace) => {
    const collection = `${prefix}${namespace === '' ? '' : `/namespaces/${namespace}`}/${plural}`;
    const about = { group: groupOf(prefix), resource: plural, subresource, namespace };
    const item = `${collection}/${at.name}${subresource === '' ? '' : `/${subresource}`}`;
    // A namespace counts as an object in itself for rules.
    const inItself = plural === 'namespaces' ? { namespace: at.name } : {};
    const ofItem = routeOf(item, ITEM_VERBS, { ...about, ...inItself, name: at.name });
    const ofAll = routeOf(collection, COLLECTION_VERBS, { ...about, name: '' });
    const isAcross = resource.namespaced === true && namespace === '';
    return [...(isAcross ? [] : [ofItem]), ...(subresource === '' ? [ofAll] : [])];
  });
}

function routeOf(
  path: string,
  verbs: Readonly<Record<string, string>>,
  about: Omit<Extract<Operation, { group: string }>, 'verb'>,
): ServedRoute {
  return { path, isCollection: about.name === '', operation: (method) => ({ verb: verbs[method], ...about }) };
}

function groupOf(prefix: string): string {
  return prefix.startsWith('/apis/') ? prefix.split('/')[2] : '';
}
