import { useEffect, useState } from 'preact/hooks';
import type { Route } from '../router.js';
import { findResource, useSession } from './session.js';
import { readAll } from '../api/read-all.js';

const PARTIAL = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

/** Chooses the namespace of the collection that is shown. Any name can be typed: not everyone may list namespaces. */
export function NamespacePicker({ route }: { readonly route: Route }) {
  const { api, go, groups } = useSession();
  const [names, setNames] = useState<readonly string[]>([]);
  const isCollection = route.view === 'table' || route.view === 'object';
  const isNamespaced = isCollection && findResource(groups, route.group, route.resource)?.isNamespaced;
  const namespace = isCollection ? route.namespace : '';
  useEffect(() => {
    readAll(api, { path: '/api/v1/namespaces', accept: PARTIAL }).then(
      (items) => setNames(items.map(({ metadata }) => metadata.name)),
      () => setNames([]),
    );
  }, [api, isNamespaced]);
  if (!isCollection || !isNamespaced) return <span class="namespace-none">cluster</span>;
  const choose = (text: string): void => {
    go({ view: 'table', group: route.group, resource: route.resource, namespace: text.trim() });
  };
  return (
    <label class="namespace">
      <span class="visually-hidden">Namespace</span>
      <input
        id="namespace"
        list="namespaces"
        placeholder="all namespaces"
        autocomplete="off"
        value={namespace}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => choose(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <datalist id="namespaces">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
