import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from '../build/bundle.mjs';
import { root } from '../install.mjs';
import { measureBeside } from './yardstick.mjs';

const ROLES = 500;
const BINDINGS = 2000;
const NAMESPACES = 50;
const USERS = 200;
const RESOURCES = ['pods', 'secrets', 'configmaps', 'services', 'endpoints'];

/**
 * Measures what mode RBAC takes for one question, among 2,000 role bindings and 500 roles: one that was never asked before, of a user never
 * seen before (`fresh`), and one that was (`known`).
 */
export async function measureAuthorization() {
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
  const users = Array.from({ length: USERS }, (_, i) => userOf(i));
  const measured = measureBeside({
    fresh: (i) => ask(authorizer, userOf(i), i, `object-${i}`),
    known: (i) => ask(authorizer, users[i % USERS], i, 'object-0'),
  });
  return { ...measured, roles: ROLES, bindings: BINDINGS };
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

function ask(authorizer, user, i, name) {
  return authorizer.authorize({
    user,
    verb: 'get',
    namespace: `ns-${i % NAMESPACES}`,
    group: '',
    version: 'v1',
    resource: RESOURCES[i % RESOURCES.length],
    subresource: '',
    name,
    isResourceRequest: true,
    path: '',
  });
}
