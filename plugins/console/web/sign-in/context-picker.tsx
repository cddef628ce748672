import type { ApiError } from '../api/api-error.js';
import { useSession } from '../ui/session.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useContexts } from './context-store.js';
import { readSettings } from './settings.js';
import { obstacleTo, signInWith } from './sign-in-with.js';

/** Renders the choice of a context, where a kubeconfig was opened. */
export function ContextPicker() {
  const { contexts, current } = useContexts();
  const { signInAs, say } = useSession();
  const { value: settings } = useLoaded(readSettings, []);
  if (contexts.length === 0 || !settings) return null;
  const choose = (name: string): void => {
    const context = contexts.find((each) => each.name === name);
    if (context) signInWith(context).then(signInAs, (fault: ApiError) => say(`${name}: ${fault.message}`, 'bad'));
  };
  return (
    <label class="context">
      <span class="visually-hidden">Context</span>
      <select value={current} onChange={(event) => choose(event.currentTarget.value)}>
        {current === '' && <option value="">Context …</option>}
        {contexts.map((context) => (
          <option key={context.name} value={context.name} disabled={obstacleTo(context, settings.servers) !== ''}>
            {context.name}
          </option>
        ))}
      </select>
    </label>
  );
}
