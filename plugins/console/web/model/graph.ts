/** An object in a graph of owners. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** Ids of the objects that own it. */
  readonly owners: readonly string[];
  readonly isMissing?: boolean;
}

/** A node with its place. */
export interface PlacedNode extends GraphNode {
  readonly x: number;
  readonly y: number;
}

/** A graph that can be drawn. */
export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly { readonly from: PlacedNode; readonly to: PlacedNode }[];
  readonly width: number;
  readonly height: number;
}

/** The size of a node, and the room between nodes. */
export const NODE = { width: 220, height: 44, gapX: 70, gapY: 14 } as const;

/** Returns the objects that are connected with one: its owners, theirs, and all that it or these own. */
export function connectedWith(root: string, nodes: readonly GraphNode[]): GraphNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Set<string>();
  const visitOwners = (id: string): void => {
    if (found.has(id) || !byId.has(id)) return;
    found.add(id);
    for (const owner of byId.get(id)!.owners) visitOwners(owner);
  };
  visitOwners(root);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { id, owners } of nodes) if (owners.some((owner) => found.has(owner))) found.add(id);
  }
  return nodes.filter(({ id }) => found.has(id));
}

/** Returns places nodes in columns, owners left of what they own; a cycle of owners ends where it began. */
export function placeNodes(nodes: readonly GraphNode[]): PlacedGraph {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const depthOf = (id: string, seen: readonly string[] = []): number => {
    const owners = byId.get(id)?.owners.filter((owner) => byId.has(owner) && !seen.includes(owner)) ?? [];
    return owners.length === 0 ? 0 : 1 + Math.max(...owners.map((owner) => depthOf(owner, [...seen, id])));
  };
  const columns: GraphNode[][] = [];
  for (const node of nodes) (columns[depthOf(node.id)] ??= []).push(node);
  const placed = new Map<string, PlacedNode>();
  columns.forEach((column, depth) => {
    const rank = ({ owners }: GraphNode): number =>
      Math.min(...owners.map((owner) => placed.get(owner)?.y ?? 0), Infinity);
    const sorted = [...column].sort(
      (a, b) => rank(a) - rank(b) || a.kind.localeCompare(b.kind) || a.label.localeCompare(b.label),
    );
    sorted.forEach((node, row) => {
      const [x, y] = [depth * (NODE.width + NODE.gapX), row * (NODE.height + NODE.gapY)];
      placed.set(node.id, { ...node, x, y });
    });
  });
  const all = [...placed.values()];
  const edges = all.flatMap((to) =>
    to.owners.flatMap((owner) => (placed.has(owner) ? [{ from: placed.get(owner)!, to }] : [])),
  );
  const width = Math.max(0, ...all.map(({ x }) => x + NODE.width));
  const height = Math.max(0, ...all.map(({ y }) => y + NODE.height));
  return { nodes: all, edges, width, height };
}
