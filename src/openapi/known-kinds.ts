import type { GroupVersionKind } from '../apimachinery/index.js';
import { DeleteOptions, type ObjectShape, Scale, Status, type StructLayout, shapeOf } from '../schema/index.js';
import type { DocumentedVersion, OpenApiSource } from './open-api-source.js';

/** What stands for a shape in the documents: its members where it declares some, itself otherwise. */
export type Described = StructLayout | ObjectShape;

/** The kinds types stand for; types that are no kinds are absent. */
export type KnownKinds = ReadonlyMap<Described, readonly GroupVersionKind[]>;

/** Finds what stands for a shape in the documents. */
export function describedBy(shape: ObjectShape): Described {
  return 'layout' in shape.published ? shape.published.layout : shape;
}

/**
 * Finds the kinds of all served types, and of those that belong to the server itself. `home` is the group version whose
 * document is made, undefined for the document of all.
 */
export function knownKinds(source: OpenApiSource, home: DocumentedVersion | undefined): KnownKinds {
  const kinds = new Map<Described, GroupVersionKind[]>([
    [describedBy(shapeOf(Status)), [{ group: '', version: 'v1', kind: 'Status' }]],
    [describedBy(shapeOf(Scale)), [{ group: 'autoscaling', version: 'v1', kind: 'Scale' }]],
    [describedBy(shapeOf(DeleteOptions)), kindsEverywhere(source, home, 'DeleteOptions')],
  ]);
  const add = (shape: ObjectShape, gvk: GroupVersionKind): void => {
    const type = describedBy(shape);
    const known = kinds.get(type) ?? [];
    const isKnown = known.some((k) => k.group === gvk.group && k.version === gvk.version && k.kind === gvk.kind);
    if (!isKnown) kinds.set(type, [...known, gvk]);
  };
  for (const { group, version, resources } of source.groups) {
    for (const { kind, type, subresources } of resources) {
      add(type, { group, version, kind });
      for (const below of subresources) add(below.type, below.gvk);
    }
  }
  return kinds;
}

/** A kind that every group version knows. */
export function kindsEverywhere(
  { groups, lasting }: OpenApiSource,
  home: DocumentedVersion | undefined,
  kind: string,
): GroupVersionKind[] {
  const served = new Set(groups.map(nameOf));
  const known = new Set(lasting.map(nameOf));
  const more = home ? [home] : groups;
  const listed = [
    ...lasting.filter((one) => served.has(nameOf(one))),
    ...more.filter((one) => !known.has(nameOf(one))),
  ];
  return listed.map(({ group, version }) => ({ group, version, kind }));
}

const nameOf = ({ group, version }: DocumentedVersion): string => `${group}/${version}`;
