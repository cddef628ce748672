import type { Resource } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { type Relative, readRelatives, relativeOf } from '../api/read-relatives.js';
import { NODE, type PlacedEdge, type PlacedNode, connectedWith, placeNodes, withLinked } from '../model/graph.js';
import { withLinks } from '../model/links.js';
import { fragmentOf } from '../router.js';
import { Failure, Loading } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';

const MARGIN = 12;
/** Nodes that are drawn at most. */
const MOST_NODES = 150;

/** Renders the owners of an object, what it owns, and what names or selects these, as a graph. */
export function GraphTab({ object, resource }: { readonly object: ApiObject; readonly resource: Resource }) {
  const { api, groups } = useSession();
  const { namespace = '', uid = '' } = object.metadata;
  const { value, error } = useLoaded((signal) => readRelatives({ api, groups, signal }, namespace), [api, uid]);
  if (error) return <Failure error={error} />;
  if (!value) return <Loading what="objects that may be related" />;
  const own = { ...relativeOf(resource, object), object };
  const known = new Map([...value.nodes, own].map((node) => [node.id, node]));
  const missing = missingOwners(object, known);
  const all = [...withLinks([...known.values()]), ...missing];
  const related = withLinked(connectedWith(uid, all), all);
  const graph = placeNodes(related.slice(0, MOST_NODES));
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
          {graph.edges.map((edge) => (
            <Edge key={`${edge.from.id} ${edge.to.id} ${edge.relation}`} edge={edge} />
          ))}
          {graph.nodes.map((node) => (
            <Node key={node.id} node={node} target={known.get(node.id)} isChosen={node.id === uid} />
          ))}
        </svg>
      </div>
      {graph.nodes.length === 1 && (
        <p class="notice">It has no owner, owns nothing, and nothing names or selects it.</p>
      )}
      {related.length > MOST_NODES && (
        <p class="warning">
          {related.length} objects are related; {MOST_NODES} are shown.
        </p>
      )}
      <Relations edges={graph.edges} />
      {missing.length > 0 && (
        <p class="warning">Owners that are not there: the garbage collector deletes what only these own.</p>
      )}
      {value.unread.length > 0 && <p class="muted small">Could not be read: {value.unread.join(', ')}</p>}
    </>
  );
}

/** Returns nodes for the owners that are not there. */
function missingOwners({ metadata }: ApiObject, known: ReadonlyMap<string, Relative>) {
  const lost = (metadata.ownerReferences ?? []).filter((owner) => !known.has(owner.uid));
  return lost.map(({ uid: id, name: label, kind }) => ({ id, label, kind, owners: [], isMissing: true }));
}

function Edge({ edge: { from, to, relation } }: { readonly edge: PlacedEdge }) {
  return (
    <path class={relation === 'owns' ? 'edge' : 'edge link'} d={curve(from, to)}>
      <title>{`${from.kind} ${from.label} ${relation} ${to.kind} ${to.label}`}</title>
    </path>
  );
}

/** Renders the relations in words: lines of a picture say nothing to screen readers. */
function Relations({ edges }: { readonly edges: readonly PlacedEdge[] }) {
  if (edges.length === 0) return null;
  return (
    <details class="members">
      <summary>
        Relations in words <span class="muted">{edges.length}</span>
      </summary>
      <ul>
        {edges.map(({ from, to, relation }) => (
          <li key={`${from.id} ${to.id} ${relation}`}>
            {from.kind} {from.label} <span class="muted">{relation}</span> {to.kind} {to.label}
          </li>
        ))}
      </ul>
    </details>
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
