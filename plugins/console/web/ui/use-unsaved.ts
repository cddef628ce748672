import { useLayoutEffect } from 'preact/hooks';
import { setUnsaved } from '../model/unsaved.js';

/** Asks the user before unsaved changes are lost. */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    setUnsaved(isUnsaved);
    return () => setUnsaved(false);
  }, [isUnsaved]);
}
