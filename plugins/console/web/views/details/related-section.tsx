import type { ActionTarget } from '../../actions/kubectl.js';
import { readAll } from '../../api/read-all.js';
import type { ApiObject, OwnerReference } from '../../api/objects.js';
import { type NamedObject, referencesOf } from '../../model/references.js';
import { podSelectionOf } from '../../model/selectors.js';
import { Failure, Loading } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';
import { useRepeated } from '../../ui/use-repeated.js';
import { ObjectLink } from './object-link.js';

/** Pods that are listed at most: the collection has the rest. */
const MOST_PODS = 50;
/** Milliseconds after which the pods are read again. */
const REREAD_MS = 5000;

/** Renders the owners of an object, the objects it names, and the pods it selects. */
export function RelatedSection({ target }: { readonly target: ActionTarget }) {
  const { resource, object } = target;
  const { ownerReferences = [], namespace = '' } = object.metadata;
  const related = [
    ...ownerReferences.map((owner) => ownerOf(owner, namespace)),
    ...referencesOf({ ...resource, object }),
  ];
  const query = podQueryOf(target);
  if (related.length === 0 && !query) return null;
  return (
    <section aria-label="Related objects">
      <h2>Related objects</h2>
      {related.length > 0 && (
        <ul class="related">
          {related.map((each) => (
            <li key={`${each.relation} ${each.kind} ${each.namespace} ${each.name}`}>
              <span class="muted">{each.relation}</span> {each.kind} <ObjectLink target={each} />
            </li>
          ))}
        </ul>
      )}
      {query && <Pods object={object} {...query} />}
    </section>
  );
}

interface PodQuery {
  readonly relation: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Returns how the pods of an object are read; undefined where it has none. */
function podQueryOf({ resource, object }: ActionTarget): PodQuery | undefined {
  if (resource.group === '' && resource.resource === 'nodes')
    return { relation: 'runs', query: { fieldSelector: `spec.nodeName=${object.metadata.name}` } };
  const selection = podSelectionOf({ ...resource, object });
  return selection && { relation: selection.relation, query: { labelSelector: selection.labelSelector } };
}

function Pods({ object, relation, query }: PodQuery & { readonly object: ApiObject }) {
  const { api } = useSession();
  const { namespace, resourceVersion } = object.metadata;
  const path = namespace === undefined ? '/api/v1/pods' : `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`;
  const { value, error, reload } = useLoaded(
    (signal) => readAll(api, { path, query, signal }),
    [api, path, JSON.stringify(query), resourceVersion],
  );
  useRepeated(reload, REREAD_MS);
  if (error) return <Failure error={error} />;
  if (!value) return <Loading what="pods" />;
  if (value.length === 0) return <p class="notice">It {relation} no pods.</p>;
  return (
    <>
      <p class="muted small">
        It {relation} {value.length === 1 ? '1 pod' : `${value.length} pods`}
        {value.length > MOST_PODS && `; the first ${MOST_PODS}`}:
      </p>
      <ul class="related">
        {value.slice(0, MOST_PODS).map((pod) => (
          <li key={pod.metadata.uid}>
            <ObjectLink target={{ ...POD, namespace: pod.metadata.namespace ?? '', name: pod.metadata.name }} />{' '}
            <span class="muted">{(pod as { status?: { phase?: string } }).status?.phase}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const POD = { group: '', resource: 'pods', kind: 'Pod' };

function ownerOf({ apiVersion, kind, name, controller }: OwnerReference, namespace: string): NamedObject {
  const [group, version] = apiVersion.split('/');
  return {
    ...{ resource: '', kind, name, namespace, relation: controller ? 'is controlled by' : 'is owned by' },
    group: version === undefined ? '' : group,
  };
}
