import { type GroupVersionKind, isWithin } from '../apimachinery/index.js';
import { DeleteOptions, type ObjectShape, Scale, Status, type StructLayout, shapeOf } from '../schema/index.js';
import type { DocumentedVersion, OpenApiSource } from './open-api-source.js';

/** The subject of a definition: the layout of a shape that declares members, the shape itself otherwise. */
export type Described = StructLayout | ObjectShape;

/** The kinds of types, as one document lists them. */
export interface KnownKinds {
  /** The release of Kubernetes whose fields the types have. */
  readonly release: string;
  /** Returns the kinds of a type; undefined for one that is no kind. */
  get(type: Described): readonly GroupVersionKind[] | undefined;
  /** Returns a kind that every group version has, such as `WatchEvent`. */
  everywhere(kind: string): readonly GroupVersionKind[];
}

/** Returns the subject of the definition of a shape. */
export function describedBy(shape: ObjectShape): Described {
  return 'layout' in shape.published ? shape.published.layout : shape;
}

/** The kinds of all served types and of those of the server itself; collected once for one state of the catalogue. */
export class ServedKinds {
  private readonly byType: Map<Described, readonly GroupVersionKind[]>;
  private readonly release: string;
  /** The group versions the server started with that are served, in their order. */
  private readonly lasting: readonly DocumentedVersion[];
  private readonly lastingNames: ReadonlySet<string>;
  private readonly all: readonly DocumentedVersion[];

  constructor({ groups, lasting, release }: OpenApiSource) {
    this.release = release;
    this.byType = new Map([
      [describedBy(shapeOf(Status, release)), [{ group: '', version: 'v1', kind: 'Status' }]],
      [describedBy(shapeOf(Scale, release)), [{ group: 'autoscaling', version: 'v1', kind: 'Scale' }]],
    ]);
    const served = new Set(groups.map(nameOf));
    this.lastingNames = new Set(lasting.map(nameOf));
    this.lasting = lasting.filter((one) => served.has(nameOf(one)));
    this.all = [...this.lasting, ...groups.filter((one) => !this.lastingNames.has(nameOf(one)))];
    for (const { group, version, resources } of groups) {
      for (const { kind, type, subresources } of resources) {
        this.add(type, { group, version, kind });
        for (const below of subresources) this.add(below.type, below.gvk);
      }
    }
  }

  /** Returns the kinds as the document of a group version lists them; of all where it is undefined. */
  in(home: DocumentedVersion | undefined): KnownKinds {
    const versions = home ? this.versionsIn(home) : this.all;
    const everywhere = (kind: string): GroupVersionKind[] =>
      versions.map(({ group, version }) => ({ group, version, kind }));
    const { release } = this;
    const deleteOptions = describedBy(shapeOf(DeleteOptions, release));
    return {
      release,
      everywhere,
      get: (type) => (type === deleteOptions ? everywhere('DeleteOptions') : this.byType.get(type)),
    };
  }

  private versionsIn(home: DocumentedVersion): readonly DocumentedVersion[] {
    if (isWithin(OWN_KINDS, this.release)) return nameOf(home) === nameOf(CORE) ? [CORE] : [CORE, home];
    return this.lastingNames.has(nameOf(home)) ? this.lasting : [...this.lasting, home];
  }

  private add(shape: ObjectShape, gvk: GroupVersionKind): void {
    const type = describedBy(shape);
    const known = this.byType.get(type) ?? [];
    if (!known.some((other) => isSame(other, gvk))) this.byType.set(type, [...known, gvk]);
  }
}

/** The first release whose documents list no kinds of other group versions than the core one. */
const OWN_KINDS = { since: '1.36' };
const CORE = { group: '', version: 'v1' };

/** Reports whether two lists hold the same kinds in the same order. */
export function isSameKinds(
  one: readonly GroupVersionKind[] | undefined,
  other: readonly GroupVersionKind[] | undefined,
): boolean {
  if (one === other || !one || !other) return one === other;
  return one.length === other.length && one.every((kind, i) => isSame(kind, other[i]));
}

function isSame(one: GroupVersionKind, other: GroupVersionKind): boolean {
  return one.group === other.group && one.version === other.version && one.kind === other.kind;
}

const nameOf = ({ group, version }: DocumentedVersion): string => `${group}/${version}`;
