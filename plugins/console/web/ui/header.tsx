import type { Route } from '../router.js';
import { ContextPicker } from '../sign-in/context-picker.js';
import { NamespacePicker } from './namespace-picker.js';
import { useSession } from './session.js';

/** Renders the line at the top: where one is, the namespace, and who one is. */
export function Header({
  route,
  isDrawerOpen,
  onDrawer,
  onHelp,
  onPalette,
  onTheme,
}: {
  readonly route: Route;
  readonly isDrawerOpen: boolean;
  readonly onDrawer: () => void;
  readonly onHelp: () => void;
  readonly onPalette: () => void;
  readonly onTheme: () => void;
}) {
  const { go } = useSession();
  return (
    <header class="top">
      <button
        type="button"
        class="quiet menu"
        aria-label="Resources"
        aria-expanded={isDrawerOpen}
        aria-controls="resources"
        onClick={onDrawer}
      >
        ☰
      </button>
      <button type="button" class="brand" onClick={() => go({ view: 'home' })} aria-label="Binnacle, overview">
        <img src="/console/icon.svg" alt="" width="22" height="22" /> <span>Binnacle</span>
      </button>
      <NamespacePicker route={route} />
      <button type="button" class="jump" onClick={onPalette}>
        Go to <span>…</span> <kbd>Ctrl K</kbd>
      </button>
      <ContextPicker />
      <span class="grow" />
      <button type="button" class="quiet" onClick={onTheme} title="Dark or light (t)" aria-label="Dark or light">
        ◐
      </button>
      <button type="button" class="quiet" onClick={onHelp} title="Keys (?)" aria-label="Keys">
        ?
      </button>
      <User />
    </header>
  );
}

function User() {
  const { user, userGroups, signOut } = useSession();
  return (
    <>
      <span class="user" title={userGroups.join('\n')}>
        {user}
      </span>
      <button type="button" class="quiet" onClick={signOut}>
        Sign out
      </button>
    </>
  );
}
