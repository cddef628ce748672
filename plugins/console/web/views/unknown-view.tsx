import { similarResources } from '../model/similar-resources.js';
import { fragmentOf } from '../router.js';
import { Empty } from '../ui/parts.js';
import { useSession } from '../ui/session.js';

/** Renders an address that names no place of the console. */
export function UnknownView({ address }: { readonly address: string }) {
  return (
    <>
      <h1>Unknown address</h1>
      <Empty title="The console has no page at this address">
        <p>
          <code>#{address}</code>
        </p>
        <p>
          Check it, or begin with the <a href="#/">overview</a>.
        </p>
      </Empty>
    </>
  );
}

/** Renders a resource that the server does not have: gone while the page was open, or not known to it at all. */
export function UnknownResource({
  group,
  resource,
  wasThere,
}: {
  readonly group: string;
  readonly resource: string;
  readonly wasThere: boolean;
}) {
  const { groups } = useSession();
  const name = group === '' ? resource : `${resource}.${group}`;
  const similar = similarResources(
    groups.flatMap(({ resources }) => resources),
    resource,
  );
  return (
    <>
      <h1>Unknown resource</h1>
      <Empty title={`The server has no resource ${name}`}>
        <p>
          {wasThere
            ? 'It had it a moment ago: it was removed since.'
            : 'Check the address: resources have plural names.'}
        </p>
        {similar.length > 0 && (
          <p>
            Similar ones:{' '}
            {similar.map((each) => (
              <a
                key={`${each.group}/${each.resource}`}
                class="kind-link"
                href={fragmentOf({ view: 'table', ...each, namespace: '' })}
              >
                {each.resource} <span class="muted small">{each.group || 'core'}</span>
              </a>
            ))}
          </p>
        )}
      </Empty>
    </>
  );
}
