import type { GroupVersionKind } from '../apimachinery/index.js';
import {
  DeleteOptions,
  type ObjectShape,
  Scale,
  Status,
  type StructLayout,
  shapeOf,
  toShape,
} from '../schema/index.js';
import type { OpenApiSource } from './open-api-source.js';

/** The kinds types stand for; types that are no kinds are absent. */
export type KnownKinds = ReadonlyMap<StructLayout | ObjectShape, readonly GroupVersionKind[]>;

/** Finds the kinds of all served types, and of those that belong to the server itself. */
export function knownKinds(source: OpenApiSource): KnownKinds {
  const kinds = new Map<StructLayout | ObjectShape, GroupVersionKind[]>([
    [describedBy(shapeOf(Status)), [{ group: '', version: 'v1', kind: 'Status' }]],
    [describedBy(shapeOf(Scale)), [{ group: 'autoscaling', version: 'v1', kind: 'Scale' }]],
    [describedBy(shapeOf(DeleteOptions)), kindsEverywhere(source, 'DeleteOptions')],
  ]);
  const add = (shape: ObjectShape, gvk: GroupVersionKind): void => {
    const type = describedBy(shape);
    const known = kinds.get(type) ?? [];
    const isKnown = known.some((k) => k.group === gvk.group && k.version === gvk.version && k.kind === gvk.kind);
    if (!isKnown) kinds.set(type, [...known, gvk]);
  };
  for (const { group, version, kinds: served } of source.groups) {
    for (const { kind, version: of } of served) {
      add(toShape(of.type), { group, version, kind: kind.kind });
      for (const sub of kind.subresources ?? []) {
        add(toShape(sub.type), { group: sub.group, version: sub.version, kind: sub.kind });
      }
    }
  }
  return kinds;
}

/** What stands for a shape in the documents: its members where it declares some, itself otherwise. */
export function describedBy(shape: ObjectShape): StructLayout | ObjectShape {
  return 'layout' in shape.published ? shape.published.layout : shape;
}

/** A kind that every group version knows. */
export function kindsEverywhere({ groups }: OpenApiSource, kind: string): GroupVersionKind[] {
  return groups.map(({ group, version }) => ({ group, version, kind }));
}
