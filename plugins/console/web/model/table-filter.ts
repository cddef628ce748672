/** A filter as it is typed: selectors, which the server reads, and words, which rows contain. */
export interface TableFilter {
  readonly labelSelector: string;
  readonly fieldSelector: string;
  readonly text: string;
}

/** `label:app=web`, `field:"status.phase!=Running"` or `label:'app in (a, b)'`. */
const SELECTOR = /(?:^|\s)(label|field):(?:"([^"]*)"|'([^']*)'|(\S*))/g;

/** Parses a filter. Several selectors of a kind apply together. */
export function parseFilter(text: string): TableFilter {
  const selectors: Record<string, string[]> = { label: [], field: [] };
  for (const [, kind, ...values] of text.matchAll(SELECTOR)) {
    const selector = values.find((value) => value !== undefined)?.trim();
    if (selector) selectors[kind].push(selector);
  }
  const words = text.replace(SELECTOR, ' ').replace(/\s+/g, ' ').trim();
  return { labelSelector: selectors.label.join(','), fieldSelector: selectors.field.join(','), text: words };
}
