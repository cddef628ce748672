import { ResolvedKind, type KindDefinition } from '../../registry/index.js';
import type { ObjectShape } from '../../schema/index.js';
import { type Schema, structuralSchema } from './structural-schema.js';

type Version = ResolvedKind['storage'];

/** A definition, and what of the kind it has no words for. */
export interface ExportedDefinition {
  readonly definition: object;
  readonly omitted: readonly string[];
}

/** The CustomResourceDefinition that a kind of a plugin would be. Versions in other groups are not part of it. */
export function exportDefinition(group: string, declared: KindDefinition): ExportedDefinition {
  const kind = new ResolvedKind(group, declared);
  const { plural, shortNames, categories } = declared;
  const versions = [...kind.versions.values()].filter((version) => version.group === group);
  const names = { plural, singular: kind.singular, kind: kind.kind, listKind: kind.listKind, shortNames, categories };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: withoutUnset(names),
      scope: kind.isNamespaced ? 'Namespaced' : 'Cluster',
      versions: versions.map((version) => versionOf(version, version === kind.storage)),
    },
  };
  return { definition, omitted: omittedOf(kind, versions) };
}

function versionOf(version: Version, isStorage: boolean): object {
  const { name, isServed, hasStatus, type, columns = [], declaration } = version;
  const age = columns.some((column) => column.name === 'Age');
  return withoutUnset({
    name,
    served: isServed,
    storage: isStorage,
    deprecated: declaration.deprecated === undefined ? undefined : true,
    schema: { openAPIV3Schema: schemaOf(type) },
    subresources: hasStatus ? { status: {} } : undefined,
    additionalPrinterColumns: age
      ? [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }]
      : undefined,
  });
}

function schemaOf({ published }: ObjectShape): Schema {
  return 'layout' in published ? structuralSchema(published.layout) : published.schema;
}

/** Columns that definitions have by themselves, or get here. */
const KNOWN_COLUMNS = new Set(['Name', 'Age']);

/** Functions are the plugin's own: a definition says such things with rules, paths and webhooks. */
function omittedOf({ definition }: ResolvedKind, versions: readonly Version[]): string[] {
  const { strategy, converter, review, source } = definition;
  const columns = new Set(versions.flatMap(({ columns: own = [] }) => own.map(({ name }) => name)));
  const selectable = new Set(versions.flatMap((version) => Object.keys(version.declaration.selectableFields ?? {})));
  for (const field of Object.keys(definition.selectableFields ?? {})) selectable.add(field);
  const subresources = versions.flatMap((version) => [...version.subresources, ...version.connections]);
  return [
    ...(strategy ? ['the strategy: validation and preparation of objects'] : []),
    ...(converter || versions.some(({ conversion }) => conversion) ? ['conversion: needs a webhook'] : []),
    ...[...columns].filter((name) => !KNOWN_COLUMNS.has(name)).map((name) => `the column "${name}": needs a jsonPath`),
    ...[...selectable].map((field) => `the selectable field "${field}": needs a jsonPath`),
    ...(versions.some(({ scale }) => scale) ? ['the subresource "scale": needs paths'] : []),
    ...subresources.map(({ name }) => `the subresource "${name}"`),
    ...(review || source ? ['the kind is computed: a definition stores its objects'] : []),
  ];
}

function withoutUnset(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
