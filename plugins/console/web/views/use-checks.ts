import { type HealthCheckLine, checksIn } from '../model/health-report.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';

/** Reads the checks of an endpoint of health. A report that something fails comes with an error status. */
export function useChecks(endpoint: 'livez' | 'readyz') {
  const { api } = useSession();
  const { value, error, reload } = useLoaded(
    async (signal): Promise<HealthCheckLine[]> => {
      const query = { verbose: 'true' };
      const answer = await api.text({ path: `/${endpoint}`, query, accept: 'text/plain', signal });
      return checksIn(answer.text);
    },
    [api, endpoint],
  );
  const checks = value ?? checksIn(error?.report ?? '');
  return { checks, error: checks.length === 0 ? error : undefined, reload };
}
