import { isWithin } from '../apimachinery/index.js';
import { TYPED_LISTS } from '../schema/index.js';
import type { Dialect, Schema } from './schema.js';
import { META_V1 } from './schema.js';

/** Names of the definitions behind scalars that are their own types. */
export const SCALAR_DEFINITIONS = {
  time: `${META_V1}.Time`,
  microTime: `${META_V1}.MicroTime`,
  duration: `${META_V1}.Duration`,
  fieldsV1: `${META_V1}.FieldsV1`,
  quantity: 'io.k8s.apimachinery.pkg.api.resource.Quantity',
  intOrString: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  rawExtension: 'io.k8s.apimachinery.pkg.runtime.RawExtension',
  json: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
} as const;

/** Name of the definition behind patch bodies. */
export const PATCH = `${META_V1}.Patch`;
/** Name of the definition behind watch answers. */
export const WATCH_EVENT = `${META_V1}.WatchEvent`;

const text = (description: string): Schema => ({ description, type: 'string', default: '' });
const optionalText = (description: string): Schema => ({ description, type: 'string' });
const flag = (description: string): Schema => ({ description, type: 'boolean', default: false });
const texts = (description: string): Schema => ({
  description,
  type: 'array',
  items: { type: 'string', default: '' },
  'x-kubernetes-list-type': 'atomic',
});

/** The members by which every object names its kind. */
export const TYPE_MEMBERS: Readonly<Record<'apiVersion' | 'kind', Schema>> = {
  apiVersion: optionalText('Group and version of this object, such as apps/v1.'),
  kind: optionalText('Kind of this object, in PascalCase.'),
};

/** A link to another definition that stands beside nothing else. */
export type Link = (name: string) => Schema;

/** The first release whose documents give elements of lists and maps no default. */
export const PLAIN_ELEMENTS = { since: '1.36' };

/** Returns the definitions no class of the API stands for, as a release has them. */
export function builtInSchemas(dialect: Dialect, link: Link, release: string): Readonly<Record<string, Schema>> {
  const struct: Link = (name) => (dialect === 'v2' ? link(name) : { ...link(name), default: {} });
  const listOf = (name: string, description: string): Schema => ({
    description,
    type: 'array',
    items: struct(name),
    'x-kubernetes-list-type': 'atomic',
  });
  const schemas = { ...scalarSchemas(dialect), ...watchSchemas(link), ...discoverySchemas(struct, listOf, release) };
  const listed = isWithin(TYPED_LISTS, release) ? schemas : rewrite(schemas, 'x-kubernetes-list-type', () => undefined);
  return isWithin(PLAIN_ELEMENTS, release) ? rewrite(listed, 'items', plainElement) : listed;
}

/** Returns schemas with each member of a name replaced, at any depth. */
function rewrite<T>(schemas: T, name: string, replace: (member: Schema) => Schema | undefined): T {
  return JSON.parse(
    JSON.stringify(schemas, (key, value: unknown) => (key === name ? replace(value as Schema) : value)),
  ) as T;
}

/** A link stands alone where nothing is beside it. */
function plainElement({ default: _, ...element }: Schema): Schema {
  const { allOf, ...beside } = element;
  return allOf?.length === 1 && Object.keys(beside).length === 0 ? allOf[0] : element;
}

function scalarSchemas(dialect: Dialect): Record<string, Schema> {
  const time = { type: 'string', format: 'date-time' };
  const isV2 = dialect === 'v2';
  return {
    [SCALAR_DEFINITIONS.time]: { description: 'A point in time, RFC 3339 with whole seconds.', ...time },
    [SCALAR_DEFINITIONS.microTime]: { description: 'A point in time, RFC 3339 with microseconds.', ...time },
    [SCALAR_DEFINITIONS.duration]: { description: 'A length of time, such as 1h30m.', type: 'string' },
    [SCALAR_DEFINITIONS.fieldsV1]: { description: 'A set of fields, as a trie in JSON.', type: 'object' },
    [SCALAR_DEFINITIONS.quantity]: {
      description: 'An exact amount with an optional suffix, such as 500m, 2Gi or 1e3.',
      ...(isV2 ? { type: 'string' } : { oneOf: [{ type: 'string' }, { type: 'number' }] }),
    },
    [SCALAR_DEFINITIONS.intOrString]: {
      description: 'A number or a text, such as 80, "http" or "25%".',
      ...(isV2 ? { type: 'string' } : { oneOf: [{ type: 'integer' }, { type: 'string' }] }),
      format: 'int-or-string',
    },
    [SCALAR_DEFINITIONS.rawExtension]: { description: 'An object of any kind.', type: 'object' },
    [SCALAR_DEFINITIONS.json]: { description: 'Any JSON value.' },
    [PATCH]: { description: 'A change to an object, in the form its media type names.', type: 'object' },
  };
}

function watchSchemas(link: Link): Record<string, Schema> {
  return {
    [WATCH_EVENT]: {
      description: 'One change a watch reports.',
      type: 'object',
      required: ['object', 'type'],
      properties: {
        object: { ...link(SCALAR_DEFINITIONS.rawExtension), description: 'The object after the change, or a Status.' },
        type: text('ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.'),
      },
    },
  };
}

type ListOf = (name: string, description: string) => Schema;

function discoverySchemas(link: Link, listOf: ListOf, release: string): Record<string, Schema> {
  return {
    [`${META_V1}.GroupVersionForDiscovery`]: {
      description: 'One version of a group.',
      type: 'object',
      required: ['groupVersion', 'version'],
      properties: { groupVersion: text('Group and version, joined by a slash.'), version: text('The version alone.') },
    },
    [`${META_V1}.ServerAddressByClientCIDR`]: {
      description: 'The address that clients of one network use.',
      type: 'object',
      required: ['clientCIDR', 'serverAddress'],
      properties: { clientCIDR: text('The network.'), serverAddress: text('The address, as host or host and port.') },
    },
    [`${META_V1}.APIResource`]: {
      description: 'One resource of a group version.',
      type: 'object',
      required: ['kind', 'name', 'namespaced', 'singularName', 'verbs'],
      properties: {
        categories: texts('Groups of resources it is listed with, such as all.'),
        group: optionalText('Group of its kind, where that is another one.'),
        kind: text('Kind of its objects.'),
        name: text('Plural name, the segment of its paths.'),
        namespaced: flag('Whether its objects live in namespaces.'),
        shortNames: texts('Short names clients may use.'),
        singularName: text('Name of one object.'),
        storageVersionHash: optionalText('Changes when objects are stored in another version.'),
        verbs: { description: 'What can be done with it.', type: 'array', items: { type: 'string', default: '' } },
        version: optionalText('Version of its kind, where that is another one.'),
      },
    },
    ...discoveryLists(link, listOf),
    'io.k8s.apimachinery.pkg.version.Info': versionInfo(release),
  };
}

function discoveryLists(link: Link, listOf: ListOf): Record<string, Schema> {
  const addresses = listOf(`${META_V1}.ServerAddressByClientCIDR`, 'Addresses by network.');
  const preferred = link(`${META_V1}.GroupVersionForDiscovery`);
  const roots: Readonly<Record<string, Root>> = {
    APIResourceList: {
      description: 'The resources of one group version.',
      required: ['resources'],
      properties: {
        groupVersion: text('The group version.'),
        resources: listOf(`${META_V1}.APIResource`, 'The resources.'),
      },
    },
    APIGroup: {
      description: 'One group with its versions.',
      required: ['versions'],
      properties: {
        name: text('Name of the group.'),
        preferredVersion: { ...preferred, description: 'The version clients should use.' },
        serverAddressByClientCIDRs: addresses,
        versions: listOf(`${META_V1}.GroupVersionForDiscovery`, 'The versions.'),
      },
    },
    APIGroupList: {
      description: 'All groups but the core group.',
      required: ['groups'],
      properties: { groups: listOf(`${META_V1}.APIGroup`, 'The groups.') },
    },
    APIVersions: {
      description: 'The versions of the core group.',
      required: ['serverAddressByClientCIDRs', 'versions'],
      properties: { serverAddressByClientCIDRs: addresses, versions: texts('The versions.') },
    },
  };
  return Object.fromEntries(
    Object.entries(roots).map(([kind, root]) => [`${META_V1}.${kind}`, rootSchema(kind, root)]),
  );
}

type Root = Required<Pick<Schema, 'description' | 'required' | 'properties'>>;

function rootSchema(kind: string, { description, required, properties }: Root): Schema {
  const texts = Object.keys(properties).filter((name) => properties[name].default === '');
  return {
    description,
    type: 'object',
    required: [...texts, ...required].sort(),
    properties: { ...TYPE_MEMBERS, ...properties },
    'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind }],
  };
}

const VERSION_FIELDS: Readonly<Record<string, string>> = {
  buildDate: 'When it was built.',
  compiler: 'What it was compiled with.',
  gitCommit: 'Commit it was built from.',
  gitTreeState: 'Whether that commit had been changed.',
  gitVersion: 'Version with its build.',
  goVersion: 'Version of the runtime.',
  major: 'Major number of the release that is served.',
  minor: 'Minor number of the release that is served.',
  platform: 'Operating system and processor.',
};

/** Those that name a release apart from the server's. */
const EMULATION_FIELDS = {
  emulationMajor: optionalText('Major number of the release that is emulated.'),
  emulationMinor: optionalText('Minor number of the release that is emulated.'),
  minCompatibilityMajor: optionalText('Major number of the oldest release that it is compatible with.'),
  minCompatibilityMinor: optionalText('Minor number of the oldest release that it is compatible with.'),
};

function versionInfo(release: string): Schema {
  const always = Object.entries(VERSION_FIELDS).map(([name, description]) => [name, text(description)] as const);
  const properties = {
    ...Object.fromEntries(always),
    ...(isWithin({ since: '1.33' }, release) && EMULATION_FIELDS),
  };
  return { description: 'What this server is.', type: 'object', required: Object.keys(VERSION_FIELDS), properties };
}
