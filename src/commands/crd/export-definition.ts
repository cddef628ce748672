import { ResolvedKind } from '../../registry/index.js';
import { type KindDefinition } from '../../plugin-api/index.js';
import { exportColumns } from './export-columns.js';
import { addImmutableRules } from './immutable-rules.js';
import { type Schema, structuralSchema } from './structural-schema.js';

type Version = ResolvedKind['storage'];

/** A definition, and what of the kind it has no words for. */
export interface ExportedDefinition {
  readonly definition: object;
  readonly omitted: readonly string[];
}

/** Returns the CustomResourceDefinition that a kind of a plugin would be. Versions in other groups are not part of it. */
export function exportDefinition(group: string, declared: KindDefinition): ExportedDefinition {
  const kind = new ResolvedKind(group, declared);
  const { plural, shortNames, categories } = declared;
  const versions = [...kind.versions.values()].filter((version) => version.group === group);
  const described = versions.map((version) => exportVersion(version, kind.storage));
  const names = { plural, singular: kind.singular, kind: kind.kind, listKind: kind.listKind, shortNames, categories };
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: withoutUnset(names),
      scope: kind.isNamespaced ? 'Namespaced' : 'Cluster',
      versions: described.map(({ described: version }) => version),
    },
  };
  const untyped = new Set(described.flatMap(({ omitted }) => omitted));
  return { definition, omitted: [...omittedOf(kind, versions), ...untyped] };
}

/** A version of a definition, and what the schema has no words for. */
interface ExportedVersion {
  readonly described: object;
  readonly omitted: readonly string[];
}

function exportVersion(version: Version, storage: Version): ExportedVersion {
  const { name, isServed, hasStatus, declaration } = version;
  const { schema, omitted } = schemaOf(version);
  const columns = exportColumns(version, storage);
  const described = withoutUnset({
    name,
    served: isServed,
    storage: version === storage,
    deprecated: declaration.deprecated === undefined ? undefined : true,
    schema: { openAPIV3Schema: schema },
    subresources: hasStatus ? { status: {} } : undefined,
    additionalPrinterColumns: columns.described.length > 0 ? columns.described : undefined,
  });
  return { described, omitted: [...columns.omitted, ...omitted] };
}

function schemaOf({ type: { published }, hasStatus }: Version): { schema: Schema; omitted: string[] } {
  if (!('layout' in published)) return { schema: published.schema, omitted: [] };
  const schema = structuralSchema(published.layout, { hasStatus });
  const untyped = addImmutableRules(schema, published.layout);
  return { schema, omitted: untyped.map((path) => `the immutable field "${path}": its schema allows anything`) };
}

/** Functions are the plugin's own: a definition says such things with rules, paths and webhooks. */
function omittedOf({ definition }: ResolvedKind, versions: readonly Version[]): string[] {
  const { strategy, converter, review, source } = definition;
  const selectable = new Set(versions.flatMap((version) => Object.keys(version.declaration.selectableFields ?? {})));
  for (const field of Object.keys(definition.selectableFields ?? {})) selectable.add(field);
  const subresources = new Set(
    versions.flatMap((version) => [...version.subresources, ...version.connections].map(({ name }) => name)),
  );
  return [
    ...(strategy ? ['the strategy: validation and preparation of objects'] : []),
    ...(converter || versions.some(({ conversion }) => conversion) ? ['conversion: needs a webhook'] : []),
    ...[...selectable].map((field) => `the selectable field "${field}": needs a jsonPath`),
    ...(versions.some(({ scale }) => scale) ? ['the subresource "scale": needs paths'] : []),
    ...[...subresources].map((name) => `the subresource "${name}"`),
    ...(review || source ? ['the kind is computed: a definition stores its objects'] : []),
  ];
}

function withoutUnset(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
