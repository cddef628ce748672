/**
 * Returns a text without the characters of one sort it ends with.
 *
 * @internal
 * @example
 * const host = withoutTrailing('harbor.example.com.', '.');
 */
export function withoutTrailing(text: string, char: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === char) end--;
  return end === text.length ? text : text.slice(0, end);
}
