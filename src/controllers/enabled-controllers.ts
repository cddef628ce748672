/**
 * Whether `--controllers` lets a controller run: `name` and `-name` decide about one, `*` and `-*` about those not
 * named.
 */
export function isControllerEnabled(name: string, selection: readonly string[]): boolean {
  if (selection.includes(`-${name}`)) return false;
  if (selection.includes(name)) return true;
  return selection.includes('*') && !selection.includes('-*');
}
