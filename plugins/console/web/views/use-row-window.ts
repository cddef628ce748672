import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LINE_HEIGHT, type RowHeights } from '../model/row-heights.js';

/** The rows that are in the page: those in view, and some around them. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  /** The height of a row of one line, in pixels. */
  readonly height: number;
}

/** Rows around those in view, so that a fast scroll shows no gap. */
const AROUND = 16;
/** The window moves in steps of some rows: the page changes less often than it scrolls. */
const STEP = 8;
const FIRST: RowWindow = { first: 0, end: 40, height: 34 };

type Body = { readonly current: HTMLTableSectionElement | null };

/** Follows which rows of a long table are in view, whichever element scrolls, and focuses rows that may be out of view. */
export function useRowWindow(body: Body, count: number, heights: RowHeights) {
  const [seen, setSeen] = useState(FIRST);
  const wanted = useRef<number | undefined>(undefined);
  const look = (): void => {
    if (!body.current) return;
    const next = windowIn(body.current, heights, seen.height);
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
    const row = wanted.current === undefined ? null : rowAt(body.current, wanted.current);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
  const focusRow = (index: number): void => {
    const target = Math.max(0, Math.min(count - 1, index));
    wanted.current = target;
    if (!rowAt(body.current, target)) scrollTo(body.current, heights.topOf(target, seen.height));
    setSeen((old) => ({ ...old }));
  };
  const end = Math.min(seen.end, count);
  return { window: { height: seen.height, first: Math.min(seen.first, end), end }, focusRow };
}

function windowIn(body: HTMLTableSectionElement, heights: RowHeights, known: number): RowWindow {
  const row = body.querySelector<HTMLElement>('tr[data-index]');
  const others = (Number(row?.dataset.lines ?? 1) - 1) * LINE_HEIGHT;
  const height = row ? row.getBoundingClientRect().height - others : known;
  const { top } = body.getBoundingClientRect();
  const first = Math.floor(heights.indexAt(-top, height) / STEP) * STEP - AROUND;
  const end = Math.ceil(heights.indexAt(innerHeight - top, height) / STEP) * STEP + AROUND;
  return { first: Math.max(0, first), end, height };
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
