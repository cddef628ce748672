import { type FlagKind, listKind } from './flag-kinds.js';
import { OptionValueError } from './problem.js';

/**
 * Pairs `key=value`; occurrences add up. One pair may hold commas; several are a list, in which a pair with commas is
 * quoted (pflag: StringToString).
 */
export const stringMapKind: FlagKind<Readonly<Record<string, string>>> = {
  placeholder: 'key=value,...',
  parse: (texts) => Object.fromEntries(texts.flatMap(readPairs)),
  format: () => '',
};

function readPairs(text: string): [string, string][] {
  const isSingle = text.split('=').length === 2;
  const pairs = isSingle ? [withoutQuotes(text)] : listKind.parse([text]);
  if (pairs.length === 0) throw malformed(text);
  return pairs.map(readPair);
}

function withoutQuotes(text: string): string {
  let [from, to] = [0, text.length];
  while (text[from] === '"') from++;
  while (to > from && text[to - 1] === '"') to--;
  return text.slice(from, to);
}

function readPair(pair: string): [string, string] {
  const equals = pair.indexOf('=');
  if (equals < 0) throw malformed(pair);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

function malformed(pair: string): OptionValueError {
  return new OptionValueError(`${pair} must be formatted as key=value`, 'Write <key>=<value>.');
}
