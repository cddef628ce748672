/** Returns a text without characters that could move the cursor of a terminal: names come from stores, logs and servers. */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\u00a0-\uffff]/g, '?');
}
