import { useLayoutEffect } from 'preact/hooks';
import { setUnsaved } from '../model/unsaved.js';

/** Has the user asked before changes are lost, while there are any. */
export function useUnsaved(isUnsaved: boolean): void {
  useLayoutEffect(() => {
    setUnsaved(isUnsaved);
    return () => setUnsaved(false);
  }, [isUnsaved]);
}
