import type { GroupVersionKind } from '../apimachinery/index.js';
import { type CompiledType, DeleteOptions, Scale, Status, compileType } from '../schema/index.js';
import type { OpenApiSource } from './open-api-source.js';

/** The kinds types stand for; types that are no kinds are absent. */
export type KnownKinds = ReadonlyMap<CompiledType, readonly GroupVersionKind[]>;

/** Finds the kinds of all served types, and of those that belong to the server itself. */
export function knownKinds(source: OpenApiSource): KnownKinds {
  const kinds = new Map<CompiledType, GroupVersionKind[]>([
    [compileType(Status), [{ group: '', version: 'v1', kind: 'Status' }]],
    [compileType(Scale), [{ group: 'autoscaling', version: 'v1', kind: 'Scale' }]],
    [compileType(DeleteOptions), kindsEverywhere(source, 'DeleteOptions')],
  ]);
  const add = (type: CompiledType, gvk: GroupVersionKind): void => {
    const known = kinds.get(type) ?? [];
    const isKnown = known.some((k) => k.group === gvk.group && k.version === gvk.version && k.kind === gvk.kind);
    if (!isKnown) kinds.set(type, [...known, gvk]);
  };
  for (const { group, version, kinds: served } of source.groups) {
    for (const { kind, version: of } of served) {
      add(compileType(of.type), { group, version, kind: kind.kind });
      for (const sub of kind.subresources ?? []) {
        add(compileType(sub.type), { group: sub.group, version: sub.version, kind: sub.kind });
      }
    }
  }
  return kinds;
}

/** A kind that every group version knows. */
export function kindsEverywhere({ groups }: OpenApiSource, kind: string): GroupVersionKind[] {
  return groups.map(({ group, version }) => ({ group, version, kind }));
}
