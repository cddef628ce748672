import { shapeOf } from './class-shape.js';
import { findDeclarationFaults } from './declaration-faults.js';
import { ObjectShape } from './object-shape.js';
import type { StructField, StructLayout } from './struct-layout.js';
import { type ApiClass, metadataOf } from './type-metadata.js';

/** The field that a path of members leads to, or where it ends. */
export interface FoundField {
  /** The last member; undefined where the path leads nowhere, or into what has no declared members. */
  readonly field?: StructField;
  /** The struct that lacks the next member of the path. */
  readonly missingFrom?: StructLayout;
}

/** Finds the field at a path of members, as `spec.size.width`. Paths lead through structs, not through lists and maps. */
export function fieldAt(layout: StructLayout, path: string): FoundField {
  let struct: StructLayout | undefined = layout;
  let field: StructField | undefined;
  for (const name of path.split('.')) {
    if (!struct) return {};
    field = struct.field(name);
    if (!field) return { missingFrom: struct };
    struct = field.list || field.map ? undefined : field.struct;
  }
  return { field };
}

/**
 * Returns the members that a type has in a release of Kubernetes; undefined for types that have none, and for those whose
 * declaration has faults.
 */
export function layoutOf(type: ApiClass | ObjectShape, release?: string): StructLayout | undefined {
  try {
    if (type instanceof ObjectShape) return 'layout' in type.published ? type.published.layout : undefined;
    // The layouts of the classes inside are made when they are asked for, where a fault would throw.
    if (metadataOf(type) && findDeclarationFaults(type).length > 0) return undefined;
    const { published } = shapeOf(type, release);
    return 'layout' in published ? published.layout : undefined;
  } catch {
    return undefined;
  }
}
