import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The rows that are in the page: those in view, and some around them. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  /** The height of a row in pixels; all rows have the same. */
  readonly height: number;
}

/** Rows around those in view, so that a fast scroll shows no gap. */
const AROUND = 16;
const FIRST_HEIGHT = 34;
const FIRST_ROWS = 40;

/** Follows which rows of a long table are in view, whichever element scrolls, and focuses rows that may be out of view. */
export function useRowWindow(body: { readonly current: HTMLTableSectionElement | null }, count: number) {
  const [seen, setSeen] = useState<RowWindow>({ first: 0, end: FIRST_ROWS, height: FIRST_HEIGHT });
  const wanted = useRef<number | undefined>(undefined);
  const look = (): void => {
    if (!body.current) return;
    const next = windowIn(body.current, seen.height);
    if (next.first !== seen.first || next.end !== seen.end || next.height !== seen.height) setSeen(next);
  };
  useLayoutEffect(look);
  useEffect(() => {
    // Scrolling does not bubble; the element that scrolls is another one on a phone.
    document.addEventListener('scroll', look, { capture: true, passive: true });
    addEventListener('resize', look);
    return () => {
      document.removeEventListener('scroll', look, { capture: true });
      removeEventListener('resize', look);
    };
  });
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = rowAt(body.current, wanted.current);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
  const focusRow = (index: number): void => {
    wanted.current = Math.max(0, Math.min(count - 1, index));
    if (!rowAt(body.current, wanted.current)) scrollTo(body.current, wanted.current * seen.height);
    setSeen((old) => ({ ...old }));
  };
  const end = Math.min(seen.end, count);
  return { window: { ...seen, first: Math.max(0, Math.min(seen.first, end)), end }, focusRow };
}

function windowIn(body: HTMLTableSectionElement, known: number): RowWindow {
  const height = body.querySelector('tr[data-index]')?.getBoundingClientRect().height || known;
  const { top } = body.getBoundingClientRect();
  // In steps of some rows: the page changes less often than it scrolls.
  const step = AROUND / 2;
  const first = Math.floor(-top / height / step) * step - AROUND;
  const end = Math.ceil((innerHeight - top) / height / step) * step + AROUND;
  return { first: Math.max(0, first), end: Math.max(0, end), height };
}

function rowAt(body: HTMLTableSectionElement | null, index: number): HTMLElement | null {
  return body?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null;
}

/** Scrolls to a place below the top of the rows. */
function scrollTo(body: HTMLTableSectionElement | null, offset: number): void {
  for (let element = body?.parentElement; element; element = element.parentElement) {
    if (element.scrollHeight <= element.clientHeight || getComputedStyle(element).overflowY === 'visible') continue;
    const begin = body!.getBoundingClientRect().top - element.getBoundingClientRect().top;
    element.scrollTop += begin + offset - element.clientHeight / 2;
    return;
  }
}
