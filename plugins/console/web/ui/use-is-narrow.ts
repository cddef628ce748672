import { useEffect, useState } from 'preact/hooks';

/** The widest page that is laid out for a phone, as in the style sheets. */
const NARROW = matchMedia('(max-width: 700px)');

/** Reports whether the page is laid out for a phone. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const onChange = (): void => setNarrow(NARROW.matches);
    NARROW.addEventListener('change', onChange);
    return () => NARROW.removeEventListener('change', onChange);
  }, []);
  return isNarrow;
}
