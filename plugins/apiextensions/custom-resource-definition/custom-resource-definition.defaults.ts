interface Names {
  kind: string;
  singular?: string;
  listKind?: string;
}

/** The members of a definition that have defaults. */
export interface DefaultedDefinitionSpec {
  names: Names;
  conversion?: { strategy: string };
}

/** Fills in names that follow from others, and how objects are converted. */
export function defaultDefinitionSpec(spec: DefaultedDefinitionSpec): void {
  const { names } = spec;
  names.singular ||= names.kind.toLowerCase();
  if (!names.listKind && names.kind !== '') names.listKind = `${names.kind}List`;
  spec.conversion ??= { strategy: 'None' };
}

interface Definition {
  spec: { versions?: readonly { readonly name: string; readonly storage: boolean }[] | null };
  status?: { storedVersions?: string[] | null };
}

/** Fills in the version in which objects are stored. */
export function defaultDefinition({ spec, status }: Definition): void {
  if (!status || status.storedVersions?.length) return;
  const storage = spec.versions?.find((version) => version.storage);
  if (storage) status.storedVersions = [storage.name];
}

/** Fills in the port of a service. */
export function defaultServiceReference(service: { port?: number }): void {
  service.port ??= 443;
}
