import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from '../build/bundle.mjs';
import { root } from '../install.mjs';

const ROLES = 500;
const BINDINGS = 2000;
const NAMESPACES = 50;
const USERS = 200;
const RESOURCES = ['pods', 'secrets', 'configmaps', 'services', 'endpoints'];

/**
 * Returns microseconds that mode RBAC takes for one question, among 2,000 role bindings and 500 roles: one that was
 * never asked before, of a user never seen before, and one that was.
 */
export async function measureAuthorization(seconds) {
  const { build } = await import('esbuild');
  const module = join(root, 'dist', 'bench', 'rbac-authorizer.js');
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: ['src/authz/rbac/index.ts'],
    outbase: undefined,
    outdir: undefined,
    outfile: module,
    splitting: false,
    chunkNames: undefined,
  });
  const { RbacAuthorizer } = await import(pathToFileURL(module).href);
  const authorizer = new RbacAuthorizer({ follow: fill });
  const fresh = measure(authorizer, seconds, (i) => userOf(i));
  const users = Array.from({ length: USERS }, (_, i) => userOf(i));
  const known = measure(authorizer, seconds, (i) => users[i % USERS], 1);
  return { freshMicroseconds: fresh, knownMicroseconds: known, roles: ROLES, bindings: BINDINGS };
}

function fill(_resources, listener) {
  for (let i = 0; i < ROLES; i++) {
    const rules = RESOURCES.map((resource, n) => ({
      verbs: n === i % RESOURCES.length ? ['get', 'list', 'watch'] : ['create'],
      apiGroups: [''],
      resources: [resource],
    }));
    const namespace = i % 2 === 0 ? undefined : `ns-${i % NAMESPACES}`;
    listener.onPut(namespace ? 'roles' : 'clusterroles', { metadata: { name: `role-${i}`, namespace }, rules });
  }
  for (let i = 0; i < BINDINGS; i++) {
    const roleRef = { kind: 'ClusterRole', name: `role-${(i * 2) % ROLES}` };
    const subjects = [
      { kind: 'User', name: `user-${i % USERS}` },
      { kind: 'Group', name: `group-${i % 20}` },
    ];
    const namespace = i % 10 === 0 ? undefined : `ns-${i % NAMESPACES}`;
    const resource = namespace ? 'rolebindings' : 'clusterrolebindings';
    listener.onPut(resource, { metadata: { name: `binding-${i}`, namespace }, roleRef, subjects });
  }
  for (const resource of ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings']) listener.onReady(resource);
  return () => {};
}

function userOf(i) {
  return { name: `user-${i % USERS}`, groups: [`group-${i % 20}`, 'system:authenticated'] };
}

/** `names` is how many objects are asked about; without it each question is about another one. */
function measure(authorizer, seconds, userFor, names = Infinity) {
  const ask = (i) =>
    authorizer.authorize({
      user: userFor(i),
      verb: 'get',
      namespace: `ns-${i % NAMESPACES}`,
      group: '',
      version: 'v1',
      resource: RESOURCES[i % RESOURCES.length],
      subresource: '',
      name: `object-${i % names || 0}`,
      isResourceRequest: true,
      path: '',
    });
  for (let i = 0; i < 20_000; i++) ask(i);
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < seconds * 1000) for (let i = 0; i < 1000; i++) ask(count++);
  return ((performance.now() - started) * 1000) / count;
}
