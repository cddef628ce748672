/** A series of an exposition. */
export interface Exposed {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}

const SERIES = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? \S+$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;
const SELECTOR = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?$/;
const MATCHER = /([a-zA-Z_]\w*)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"/g;

/** Reads the series of an exposition in the text format. */
export function parseExposition(text: string): Exposed[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = ''] = SERIES.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ name, labels: new Map([...labels.matchAll(LABEL)].map(([, label, value]) => [label, value])) }];
  });
}

/** Returns the series that a selector of PromQL selects: a name, and matchers of labels. */
export function select(all: readonly Exposed[], selector: string): Exposed[] {
  const [, name, matchers = ''] = SELECTOR.exec(selector)!;
  const tests = [...matchers.matchAll(MATCHER)].map(([, label, operator, value]) => {
    const matches = matcherOf(operator, value.replaceAll('\\\\', '\\'));
    return ({ labels }: Exposed): boolean => matches(labels.get(label) ?? '');
  });
  return all.filter((series) => series.name === name && tests.every((test) => test(series)));
}

/** Patterns of PromQL match whole values. */
function matcherOf(operator: string, value: string): (text: string) => boolean {
  if (operator === '=') return (text) => text === value;
  if (operator === '!=') return (text) => text !== value;
  const pattern = new RegExp(`^(?:${value})$`);
  return (text) => pattern.test(text) === (operator === '=~');
}
