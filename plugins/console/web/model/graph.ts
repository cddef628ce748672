/** A relation to an object other than ownership. */
export interface GraphLink {
  /** The id of the object that names or selects this one. */
  readonly from: string;
  /** The relation, as a verb: `mounts`. */
  readonly relation: string;
}

/** An object in a graph of owners and other relations. */
export interface GraphNode {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  /** Ids of the objects that own it. */
  readonly owners: readonly string[];
  readonly links?: readonly GraphLink[];
  readonly isMissing?: boolean;
}

/** A node with its place. */
export interface PlacedNode extends GraphNode {
  readonly x: number;
  readonly y: number;
}

/** An edge with its ends. */
export interface PlacedEdge {
  readonly from: PlacedNode;
  readonly to: PlacedNode;
  /** `owns`, or that of a link. */
  readonly relation: string;
}

/** A graph that can be drawn. */
export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
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

/** Returns the nodes with those that are linked with one of them, in either direction. */
export function withLinked(nodes: readonly GraphNode[], all: readonly GraphNode[]): GraphNode[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const named = new Set(nodes.flatMap(({ links = [] }) => links.map(({ from }) => from)));
  return all.filter(({ id, links = [] }) => ids.has(id) || named.has(id) || links.some(({ from }) => ids.has(from)));
}

/** Returns the ids of the nodes that a node is right of. */
function sourcesOf({ owners, links = [] }: GraphNode): readonly string[] {
  return [...owners, ...links.map(({ from }) => from)];
}

/** Returns places of nodes in columns, right of their owners and of what links to them; a cycle ends where it began. */
export function placeNodes(nodes: readonly GraphNode[]): PlacedGraph {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const depthOf = (id: string, seen: readonly string[] = []): number => {
    const node = byId.get(id);
    const owners = node ? sourcesOf(node).filter((owner) => byId.has(owner) && !seen.includes(owner)) : [];
    return owners.length === 0 ? 0 : 1 + Math.max(...owners.map((owner) => depthOf(owner, [...seen, id])));
  };
  const columns: GraphNode[][] = [];
  for (const node of nodes) (columns[depthOf(node.id)] ??= []).push(node);
  const placed = new Map<string, PlacedNode>();
  columns.forEach((column, depth) => {
    const rank = (node: GraphNode): number =>
      Math.min(...sourcesOf(node).map((source) => placed.get(source)?.y ?? 0), Infinity);
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
    [...to.owners.map((from) => ({ from, relation: 'owns' })), ...(to.links ?? [])].flatMap(({ from, relation }) =>
      placed.has(from) ? [{ from: placed.get(from)!, to, relation }] : [],
    ),
  );
  const width = Math.max(0, ...all.map(({ x }) => x + NODE.width));
  const height = Math.max(0, ...all.map(({ y }) => y + NODE.height));
  return { nodes: all, edges, width, height };
}
