import { useEffect } from 'preact/hooks';

/** Calls back again and again while the page is visible. */
export function useRepeated(action: () => void, ms: number): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && action(), ms);
    return () => clearInterval(timer);
  }, [action, ms]);
}
