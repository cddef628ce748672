import type { ComponentType } from 'preact';
import { useLoaded } from './use-loaded.js';
import { Loading } from './parts.js';

/** Returns a component whose script is loaded when it is first shown. */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const { error, reload } = useLoaded(async () => (loaded ??= await load()), []);
    if (error) return <NotLoaded onAgain={reload} />;
    // One that is loaded is shown at once, in place of the notice.
    const View = loaded;
    return View ? <View {...props} /> : <Loading what="this view" />;
  };
}

/** Renders a script that could not be loaded: the server does not answer, or has other files by now. */
export function NotLoaded({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <div class="failure" role="alert">
      <p class="failure-title">The server did not send this part of the console</p>
      <p>It does not answer, or it was updated. After an update, reload the page and sign in again.</p>
      <button type="button" onClick={onAgain}>
        Try again
      </button>
    </div>
  );
}
