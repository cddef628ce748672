/** Text that YAML reads as the same text without quotes: no number, no word with a meaning, no sign at its beginning. */
const PLAIN = /^(?!(?:true|false|yes|no|on|off|y|n|null|inf|nan)$)[A-Za-z_/](?:[\w./-]|:(?=\S)| (?=[\w./-]))*$/i;

/** Returns a plain value as YAML in blocks, with members in their order. */
export function plainYaml(value: object): string {
  return `${linesOf(value).join('\n')}\n`;
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((each: unknown) => element(linesOf(each)));
  if (!isMap(value)) return [scalar(value)];
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return members.length === 0 ? ['{}'] : members.flatMap(([name, each]) => member(scalar(name), each));
}

function element([first, ...others]: string[]): string[] {
  return [`- ${first}`, ...others.map((line) => `  ${line}`)];
}

function member(name: string, value: unknown): string[] {
  const lines = linesOf(value);
  if (Array.isArray(value) && value.length > 0) return [`${name}:`, ...lines];
  if (isMap(value) && lines[0] !== '{}') return [`${name}:`, ...lines.map((line) => `  ${line}`)];
  return [`${name}: ${lines[0]}`];
}

/** JSON is YAML too. */
function scalar(value: unknown): string {
  return typeof value === 'string' && PLAIN.test(value) ? value : JSON.stringify(value);
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
