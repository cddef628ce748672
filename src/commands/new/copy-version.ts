/** The versions between which a module of classes is copied. */
export interface VersionCopy {
  readonly from: string;
  readonly to: string;
}

/** Code in which names are replaced; strings and comments are matched so that they are left out. */
const LEFT_OUT = String.raw`\/\*[^]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`;

/**
 * Copies the module with the classes of a version for another one: the classes get its name as a suffix, and the names of
 * the types its version.
 */
export function copyVersion(text: string, { from, to }: VersionCopy): string {
  const suffix = to.slice(0, 1).toUpperCase() + to.slice(1);
  const classes = [...text.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
  const names = classes.length === 0 ? '(?!)' : String.raw`\b(?:${classes.join('|')})\b`;
  const ofType = new RegExp(String.raw`\.${from}\.(?=\w+['"]$)`);
  return text.replace(new RegExp(`(${LEFT_OUT})|(${names})`, 'g'), (_all, leftOut?: string, name?: string) =>
    leftOut === undefined ? `${name}${suffix}` : leftOut.replace(ofType, `.${to}.`),
  );
}

/** Returns the classes that a copy exports under the name of the type. */
export function suffixOf(version: string): string {
  return version.slice(0, 1).toUpperCase() + version.slice(1);
}
