import { useCallback, useEffect, useState } from 'preact/hooks';
import { mayDiscard } from '../model/unsaved.js';
import { type Route, fragmentOf, parseRoute } from '../router.js';

/** Returns the place in the console, and how to go to another one. */
export function useRoute(): readonly [Route, (route: Route) => void] {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    let shown = location.hash;
    const onChange = (): void => {
      if (!mayDiscard()) return history.replaceState(null, '', shown);
      shown = location.hash;
      setRoute(parseRoute(shown));
    };
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  const go = useCallback((next: Route) => {
    location.hash = fragmentOf(next);
  }, []);
  return [route, go];
}
