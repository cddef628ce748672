import { fragmentOf } from '../../router.js';
import { useChecks } from '../use-checks.js';

/** Renders whether the server is well, by its checks. */
export function Verdict() {
  const [ready, alive] = [useChecks('readyz'), useChecks('livez')];
  const failing = [...ready.checks, ...alive.checks].filter(({ isPassing }) => !isPassing).map(({ name }) => name);
  const error = ready.error ?? alive.error;
  const href = fragmentOf({ view: 'health' });
  if (error?.code === 403)
    return (
      <span class="live" role="status">
        Health: you may not get /readyz
      </span>
    );
  if (error)
    return (
      <a class="live bad" href={href}>
        Health is not known: {error.message}
      </a>
    );
  if (ready.checks.length === 0 || alive.checks.length === 0) return null;
  if (failing.length > 0)
    return (
      <a class="live bad" href={href}>
        Not well: {[...new Set(failing)].join(', ')}
      </a>
    );
  return (
    <a class="live good" href={href}>
      Well: ready and alive, {ready.checks.length + alive.checks.length} checks pass
    </a>
  );
}
