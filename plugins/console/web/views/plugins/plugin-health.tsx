import type { ApiError } from '../../api/api-error.js';
import type { ApiObject } from '../../api/objects.js';
import { type Condition, conditionsOf } from '../../model/conditions.js';
import type { HealthCheckLine } from '../../model/health-report.js';
import { textAt } from '../../model/value-at.js';
import { Failure } from '../../ui/parts.js';
import { useSession } from '../../ui/session.js';
import { useLoaded } from '../../ui/use-loaded.js';

/** Renders the health of a group: the conditions of its API services, and the checks that are named after it. */
export function PluginHealth({
  group,
  checks,
  error,
}: {
  readonly group: string;
  readonly checks: readonly HealthCheckLine[];
  readonly error: ApiError | undefined;
}) {
  const { api } = useSession();
  const services = useLoaded(
    async (signal) => {
      const path = '/apis/apiregistration.k8s.io/v1/apiservices';
      const { items } = await api.json<{ items: ApiObject[] | null }>({ path, signal });
      return (items ?? []).filter((service) => textAt(service, 'spec', 'group') === group);
    },
    [api, group],
  );
  const conditions = (services.value ?? []).flatMap((service) =>
    conditionsOf(service).map((condition) => ({ service: service.metadata.name, condition })),
  );
  return (
    <section aria-label="Health">
      <h2>Health</h2>
      {services.error && <Failure error={services.error} />}
      {error && <Failure error={error} />}
      <ul class="plugin-checks">
        {conditions.map(({ service, condition }) => (
          <Line key={service} name={service} {...lineOf(condition)} />
        ))}
        {checks.map(({ name, isPassing, remark }) => (
          <Line key={name} name={name} isPassing={isPassing} remark={remark} />
        ))}
      </ul>
      <p class="muted small">
        The conditions of the API services of the group, and the checks of /readyz that are named after its plugin.
      </p>
    </section>
  );
}

function lineOf({ type, status, reason, message }: Condition) {
  return { isPassing: status === 'True', remark: [type, reason, message].filter(Boolean).join(': ') };
}

function Line({
  name,
  isPassing,
  remark,
}: {
  readonly name: string;
  readonly isPassing: boolean;
  readonly remark: string;
}) {
  return (
    <li>
      <span class={isPassing ? 'state good' : 'state bad'}>{isPassing ? 'passes' : 'fails'}</span>{' '}
      <span class="name">{name}</span> <span class="muted">{remark}</span>
    </li>
  );
}
