import type { Resource } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { type Relative, readRelatives, relativeOf } from '../api/read-relatives.js';
import { NODE, type PlacedNode, connectedWith, placeNodes } from '../model/graph.js';
import { fragmentOf } from '../router.js';
import { Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';

const MARGIN = 12;

/** Renders the owners of an object and what it owns, as a graph. */
export function GraphTab({ object, resource }: { readonly object: ApiObject; readonly resource: Resource }) {
  const { api, groups } = useSession();
  const { namespace = '', uid = '' } = object.metadata;
  const { value, error } = useLoaded((signal) => readRelatives({ api, groups, signal }, namespace), [api, uid]);
  if (error) return <Failure error={error} />;
  if (!value) return <Loading what="objects that may be related" />;
  const known = new Map([...value.nodes, relativeOf(resource, object)].map((node) => [node.id, node]));
  const lost = (object.metadata.ownerReferences ?? []).filter((owner) => !known.has(owner.uid));
  const missing = lost.map((owner) => ({
    id: owner.uid,
    label: owner.name,
    kind: owner.kind,
    owners: [],
    isMissing: true,
  }));
  const all = [...known.values(), ...missing];
  const graph = placeNodes(connectedWith(uid, all));
  return (
    <>
      <div class="graph-scroll">
        <svg
          class="graph"
          role="group"
          aria-label={`${graph.nodes.length} related objects`}
          width={graph.width + 2 * MARGIN}
          height={graph.height + 2 * MARGIN}
          viewBox={`${-MARGIN} ${-MARGIN} ${graph.width + 2 * MARGIN} ${graph.height + 2 * MARGIN}`}
        >
          {graph.edges.map(({ from, to }) => (
            <path key={`${from.id} ${to.id}`} class="edge" d={curve(from, to)} />
          ))}
          {graph.nodes.map((node) => (
            <Node key={node.id} node={node} target={known.get(node.id)} isChosen={node.id === uid} />
          ))}
        </svg>
      </div>
      {graph.nodes.length === 1 && <p class="notice">It has no owner, and owns nothing.</p>}
      {missing.length > 0 && (
        <p class="warning">Owners that are not there: the garbage collector deletes what only these own.</p>
      )}
      {value.unread.length > 0 && <p class="muted small">Could not be read: {value.unread.join(', ')}</p>}
    </>
  );
}

function Node({
  node: { x, y, kind, label, isMissing },
  target,
  isChosen,
}: {
  readonly node: PlacedNode;
  readonly target: Relative | undefined;
  readonly isChosen: boolean;
}) {
  const box = (
    <g class={`node${isChosen ? ' chosen' : ''}${isMissing ? ' missing' : ''}`} transform={`translate(${x} ${y})`}>
      <rect width={NODE.width} height={NODE.height} rx="6" />
      <text x="12" y="18" class="node-kind">
        {isMissing ? `${kind}, gone` : kind}
      </text>
      <text x="12" y="34">
        {shortened(label)}
      </text>
      <title>{label}</title>
    </g>
  );
  if (!target) return box;
  const { resource, namespace } = target;
  const route = {
    view: 'object',
    group: resource.group,
    resource: resource.resource,
    namespace,
    name: label,
    tab: 'owners',
  } as const;
  return <a href={fragmentOf(route)}>{box}</a>;
}

const LONGEST = 28;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)}…${text.slice(-LONGEST / 2 + 1)}`;
}

function curve(from: PlacedNode, to: PlacedNode): string {
  const [x1, y1] = [from.x + NODE.width, from.y + NODE.height / 2];
  const [x2, y2] = [to.x, to.y + NODE.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
