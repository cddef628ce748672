import { goQuote } from '../../apimachinery/index.js';
import type { PathElement } from '../ownership/index.js';

/** Returns one step of a field path as messages show it: `.spec`, `[name="a"]`, `[="x"]`, `[0]`. */
export function showElement(element: PathElement): string {
  const text = element.slice(2);
  if (element[0] === 'f') return `.${text}`;
  if (element[0] === 'v') return `[=${showValue(JSON.parse(text))}]`;
  if (element[0] === 'i') return `[${text}]`;
  const keys = JSON.parse(text) as Record<string, unknown>;
  return `[${Object.entries(keys)
    .map(([name, value]) => `${name}=${showValue(value)}`)
    .join(',')}]`;
}

/** Returns a whole field path as messages show it. */
export function showPath(path: readonly PathElement[]): string {
  return path.map(showElement).join('');
}

function showValue(value: unknown): string {
  return typeof value === 'string' ? goQuote(value) : JSON.stringify(value);
}
