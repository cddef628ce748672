import type { GraphLink, GraphNode } from './graph.js';
import { keyOf, referencesOf } from './references.js';
import { isSelected, podSelectionOf } from './selectors.js';
import { valueAt } from './value-at.js';

/** A node with the place of its object, and the object where it was read. */
export interface LinkedNode extends GraphNode {
  readonly resource: { readonly group: string; readonly resource: string };
  readonly namespace: string;
  readonly object?: unknown;
}

/** Adds to nodes the links from those that name or select them. */
export function withLinks<Node extends LinkedNode>(nodes: readonly Node[]): Node[] {
  const links = new Map<string, GraphLink[]>();
  const add = (to: string, link: GraphLink): void => void links.set(to, [...(links.get(to) ?? []), link]);
  const byKey = new Map(nodes.map((node) => [keyOf({ ...identityOf(node), name: node.label }), node.id]));
  const podsByNamespace = new Map<string, Node[]>();
  for (const pod of nodes.filter(isPod))
    podsByNamespace.set(pod.namespace, [...(podsByNamespace.get(pod.namespace) ?? []), pod]);
  for (const node of nodes) {
    if (node.object === undefined) continue;
    const read = { ...node.resource, object: node.object };
    for (const reference of referencesOf(read)) {
      const to = byKey.get(keyOf(reference));
      if (to !== undefined && to !== node.id) add(to, { from: node.id, relation: reference.relation });
    }
    const selection = podSelectionOf(read);
    if (!selection) continue;
    for (const pod of podsByNamespace.get(node.namespace) ?? []) {
      const labels = (valueAt(pod.object, 'metadata', 'labels') ?? {}) as Readonly<Record<string, string>>;
      // Owners of a pod have an edge to it already.
      const isOther = !pod.owners.includes(node.id);
      if (isOther && isSelected(labels, selection)) add(pod.id, { from: node.id, relation: selection.relation });
    }
  }
  return nodes.map((node) => ({ ...node, links: links.get(node.id) ?? [] }));
}

function identityOf({ resource: { group }, kind, namespace }: LinkedNode) {
  return { group, kind, namespace };
}

function isPod({ resource: { group, resource } }: LinkedNode): boolean {
  return group === '' && resource === 'pods';
}
