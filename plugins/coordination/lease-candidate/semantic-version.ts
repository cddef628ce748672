const NUMBER = /^(0|[1-9]\d*)$/;

/**
 * Parses the three numbers of a version (semver.org); undefined for an invalid text. Pre-release and build suffixes are
 * ignored.
 */
export function parseSemanticVersion(text: string): readonly number[] | undefined {
  const [version] = text.split(/[-+]/, 1);
  const numbers = version.split('.');
  return numbers.length === 3 && numbers.every((number) => NUMBER.test(number)) ? numbers.map(Number) : undefined;
}

/** Reports whether the first of two versions is older than the second. */
export function isOlder(first: readonly number[], second: readonly number[]): boolean {
  const at = first.findIndex((number, index) => number !== second[index]);
  return at !== -1 && first[at] < second[at];
}
