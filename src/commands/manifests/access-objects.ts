import type { DeclaredRole } from '../../plugin-api/built-in.js';
import type { ManifestSettings } from './manifest-settings.js';
import type { ServedName, ServedNames } from './served-kinds.js';

const RBAC = 'rbac.authorization.k8s.io';
const API = `${RBAC}/v1`;
const READ = ['get', 'list', 'watch'];
const WRITE = ['create', 'delete', 'deletecollection', 'patch', 'update'];

/** Returns the rights of the server itself in the cluster: reviews, and reading all that its admission depends on. */
export function serverRights(settings: RightsSettings, served: ServedNames): object[] {
  const { name, namespace } = settings;
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  const bind = (bound: string, role: string): object => ({
    apiVersion: API,
    kind: 'ClusterRoleBinding',
    metadata: { name: bound },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects,
  });
  return [
    bind(`${name}:auth-delegator`, 'system:auth-delegator'),
    {
      apiVersion: API,
      kind: 'RoleBinding',
      metadata: { name: `${name}:authentication-reader`, namespace: 'kube-system' },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
      subjects,
    },
    serverRole(settings, served),
    bind(`${name}:server`, `${name}:server`),
  ];
}

/** The settings that the rights of a server depend on. */
export type RightsSettings = Pick<ManifestSettings, 'name' | 'namespace' | 'trust'>;

/** Returns the ClusterRole of the server: what its admission depends on, the kinds that plugins read, events, its own registration. */
export function serverRole({ name, trust }: RightsSettings, { versions, clusterResources }: ServedNames): object {
  const apiServices = versions.map(({ group, version }) => `${version}.${group}`);
  const registration = {
    apiGroups: ['apiregistration.k8s.io'],
    resources: ['apiservices'],
    resourceNames: apiServices,
    verbs: [...READ, 'patch'],
  };
  const read = clusterResources.map(({ group, resource }) => ({
    apiGroups: [group],
    resources: [resource],
    verbs: READ,
  }));
  const rules = [...ADMISSION_RULES, ...read, EVENT_RULE, ...(trust === 'own' ? [registration] : [])];
  return { apiVersion: API, kind: 'ClusterRole', metadata: { name: `${name}:server` }, rules };
}

/** Events of controllers are written to the cluster. */
const EVENT_RULE = { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] };

const ADMISSION_RULES = [
  { apiGroups: [''], resources: ['namespaces'], verbs: READ },
  {
    apiGroups: ['admissionregistration.k8s.io'],
    resources: [
      'mutatingadmissionpolicies',
      'mutatingadmissionpolicybindings',
      'mutatingwebhookconfigurations',
      'validatingwebhookconfigurations',
      'validatingadmissionpolicies',
      'validatingadmissionpolicybindings',
    ],
    verbs: READ,
  },
];

/**
 * Returns the rights of users on the served kinds, by the roles they have already: edit has what view has, and admin both.
 * Where a plugin declares roles, these.
 */
export function userRights({ name }: ManifestSettings, { resources, roles }: ServedNames): object[] {
  const role = (suffix: string, aggregatedTo: string, rules: readonly object[]): object => ({
    apiVersion: API,
    kind: 'ClusterRole',
    metadata: {
      name: `${name}:${suffix}`,
      labels: { [`${RBAC}/aggregate-to-${aggregatedTo}`]: 'true' },
    },
    rules,
  });
  const viewed = resources.map((each) => rule(each, [...each.subresources], READ));
  const edited = resources.map((each) => rule(each, each.subresources.filter(isOfUsers), WRITE));
  const general = resources.length > 0 ? [role('view', 'view', viewed), role('edit', 'edit', edited)] : [];
  return [...general, ...roles.flatMap(declaredObjects)];
}

function declaredObjects({ name, labels, rules, subjects }: DeclaredRole): object[] {
  const role = { apiVersion: API, kind: 'ClusterRole', metadata: { name, labels }, rules };
  if (subjects.length === 0) return [role];
  const binding = {
    apiVersion: API,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
    subjects: subjects.map((subject) => (subject.kind === 'ServiceAccount' ? subject : { apiGroup: RBAC, ...subject })),
  };
  return [role, binding];
}

/** The status is written by controllers. */
function isOfUsers(subresource: string): boolean {
  return subresource !== 'status';
}

function rule({ group, plural }: ServedName, subresources: readonly string[], verbs: readonly string[]): object {
  return { apiGroups: [group], resources: [plural, ...subresources.map((each) => `${plural}/${each}`)], verbs };
}
