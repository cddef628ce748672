import type { ApiGroupDeclaration } from '../plugin-api/index.js';
import type { KindDefinition } from '../registry/index.js';
import { ObjectShape, type StructLayout, metadataOf, toShape } from '../schema/index.js';

type AnyKind = KindDefinition<never>;

/** A plugin class's declaration with the name mistakes are reported under. */
export interface NamedDeclaration {
  readonly plugin: string;
  readonly declaration: ApiGroupDeclaration;
}

/** Finds every mistake in the declarations of all plugins; each text says what is wrong and how to mend it. */
export function checkDeclarations(plugins: readonly NamedDeclaration[]): string[] {
  const mistakes = plugins.flatMap(({ plugin, declaration }) => checkGroup(plugin, declaration));
  return [...mistakes, ...checkDuplicates(plugins)];
}

function checkGroup(plugin: string, { group, versions, kinds }: ApiGroupDeclaration): string[] {
  const mistakes: string[] = [];
  if (versions.length === 0) mistakes.push(`${plugin}: group "${group}" names no versions; list at least one`);
  for (const version of versions) {
    if (!/^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/.test(version)) {
      mistakes.push(`${plugin}: version "${version}" is malformed; use forms like v1, v1beta1`);
    }
  }
  return [...mistakes, ...kinds.flatMap((kind) => checkKind(`${plugin}: ${kind.kind || kind.plural}`, kind, versions))];
}

function checkKind(where: string, kind: AnyKind, versions: readonly string[]): string[] {
  return [
    ...checkNames(where, kind),
    ...checkVersions(where, kind, versions),
    ...checkConversions(where, kind),
    ...kind.versions.flatMap((version) => checkType(`${where}/${version.name}`, version.type, kind)),
  ];
}

function checkNames(where: string, kind: AnyKind): string[] {
  const mistakes: string[] = [];
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind.kind)) mistakes.push(`${where}: kind "${kind.kind}" must be in PascalCase`);
  if (!/^[a-z][a-z0-9]*$/.test(kind.plural)) {
    mistakes.push(`${where}: plural "${kind.plural}" must be lower-case letters and digits`);
  }
  const subresources = (kind.subresources ?? []).map((s) => s.name);
  const taken = [...subresources, ...(kind.hasStatus ? ['status'] : []), ...(kind.scale ? ['scale'] : [])];
  for (const name of new Set(taken.filter((n, i) => taken.indexOf(n) !== i))) {
    mistakes.push(`${where}: subresource "${name}" is declared twice; remove one`);
  }
  return mistakes;
}

function checkVersions(where: string, kind: AnyKind, versions: readonly string[]): string[] {
  const names = kind.versions.map((v) => v.name);
  const mistakes: string[] = [];
  if (names.length === 0) mistakes.push(`${where}: has no versions; declare at least one`);
  for (const name of names) {
    if (!versions.includes(name)) {
      mistakes.push(
        `${where}: version "${name}" is not among the group's versions (${versions.join(', ')}); add it there`,
      );
    }
  }
  for (const name of new Set(names.filter((n, i) => names.indexOf(n) !== i))) {
    mistakes.push(`${where}: version "${name}" is declared twice; remove one`);
  }
  if (names.length > 0 && !names.includes(kind.storageVersion)) {
    mistakes.push(`${where}: storage version "${kind.storageVersion}" is none of its versions (${names.join(', ')})`);
  }
  return mistakes;
}

function checkConversions(where: string, kind: AnyKind): string[] {
  return kind.versions.flatMap((version) => {
    if (version.name === kind.storageVersion) {
      return version.conversion
        ? [`${where}/${version.name}: the storage version is the hub and needs no conversion; remove it`]
        : [];
    }
    const { conversion } = version;
    if (typeof conversion?.toHub === 'function' && typeof conversion.fromHub === 'function') return [];
    return [
      `${where}/${version.name}: has no conversion; give one with toHub and fromHub (${kind.storageVersion} is the hub)`,
    ];
  });
}

function checkType(where: string, type: unknown, kind: AnyKind): string[] {
  const isShape = type instanceof ObjectShape;
  if (!isShape && (typeof type !== 'function' || !metadataOf(type)))
    return [`${where}: its type is no class with @ApiType; decorate it`];
  try {
    const shape = toShape(type as never);
    return [...checkMembers(where, shape, kind), ...checkNumbers(where, shape.protobuf, new Set())];
  } catch (error) {
    return [`${where}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function checkMembers(where: string, shape: ObjectShape, kind: AnyKind): string[] {
  const mistakes: string[] = [];
  if (!shape.hasMember('metadata')) {
    mistakes.push(`${where}: has no "metadata" field; add @Field(1, ObjectMeta) metadata`);
  }
  if (kind.hasStatus && !shape.hasMember('status')) {
    mistakes.push(`${where}: hasStatus is set but there is no "status" field`);
  }
  return mistakes;
}

function checkNumbers(where: string, layout: StructLayout | undefined, visited: Set<StructLayout>): string[] {
  if (!layout || visited.has(layout)) return [];
  visited.add(layout);
  const mistakes: string[] = [];
  const seen = new Map<number, string>();
  for (const { name, number, struct } of layout.ownFields) {
    const other = number === 0 ? undefined : seen.get(number);
    if (other) mistakes.push(`${where}: fields "${other}" and "${name}" of ${layout.shortName} share number ${number}`);
    seen.set(number, name);
    mistakes.push(...checkNumbers(where, struct, visited));
  }
  return mistakes;
}

function checkDuplicates(plugins: readonly NamedDeclaration[]): string[] {
  const owners = new Map<string, string>();
  const mistakes: string[] = [];
  for (const { plugin, declaration } of plugins) {
    for (const kind of declaration.kinds) {
      for (const [what, name] of [
        ['kind', kind.kind],
        ['resource', kind.plural],
      ]) {
        const key = `${what} ${declaration.group}/${name}`;
        const owner = owners.get(key);
        if (owner)
          mistakes.push(
            `${plugin}: ${what} "${name}" of group "${declaration.group}" is already brought by ${owner}; rename or remove it`,
          );
        owners.set(key, plugin);
      }
    }
  }
  return mistakes;
}
