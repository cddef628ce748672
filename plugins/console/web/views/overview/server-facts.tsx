import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';

interface Version {
  readonly gitVersion?: string;
  readonly platform?: string;
}

/** Renders the server and the user of the page. */
export function ServerFacts() {
  const { api, user, userGroups, groups } = useSession();
  const { value: version } = useLoaded((signal) => api.json<Version>({ path: '/version', signal }), [api]);
  const kinds = groups.reduce((sum, { resources }) => sum + resources.length, 0);
  const facts = [
    ['Server', location.host],
    ['Version', version?.gitVersion ?? '…'],
    ['Kinds', `${kinds} in ${groups.length} groups`],
    ['You', user],
    ['Your groups', userGroups.join(', ') || 'none'],
  ] as const;
  return (
    <section class="panel" aria-label="Server">
      <h2>Server</h2>
      <dl class="fact-list">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
