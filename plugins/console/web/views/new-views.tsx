import type { Resource } from '../api/discovery.js';
import type { ObjectRoute } from '../router.js';
import { Tabs } from '../ui/parts.js';
import { useSession } from '../ui/session.js';
import { NewObject, ObjectForm } from './lazy-tabs.js';

const WAYS = { new: 'As YAML', form: 'As a form' };

/** Renders the ways to create an object: as YAML, and in a form. */
export function NewViews({ resource, route }: { readonly resource: Resource; readonly route: ObjectRoute }) {
  const { go } = useSession();
  const { tab, namespace } = route;
  return (
    <>
      <Tabs titles={WAYS} chosen={tab} onChoose={(next) => go({ ...route, tab: next })} />
      {tab === 'form' ? (
        <>
          <h1>New {resource.kind}</h1>
          <ObjectForm resource={resource} namespace={namespace} object={undefined} yaml="" />
        </>
      ) : (
        <NewObject resource={resource} namespace={namespace} />
      )}
    </>
  );
}
