/**
 * Throws where a decorator is called as ECMAScript's own decorators are, with a context in second place: those know
 * nothing of the class while its members are decorated, and cannot stand at parameters.
 */
export function refuseStandardDecorators(decorator: string, second: unknown): void {
  if (typeof second !== 'object' || second === null || !('kind' in second)) return;
  throw new Error(
    `${decorator} was called as a standard decorator; compile with "experimentalDecorators": true and ` +
      '"useDefineForClassFields": false',
  );
}
