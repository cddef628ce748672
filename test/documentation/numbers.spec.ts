import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Constants } from '../support/reference/constants.js';

const ROOT = join(import.meta.dirname, '..', '..');
const constants = Constants.of(ROOT, ['src', 'plugins']);

const UNITS: Readonly<Record<string, number>> = { KiB: 1 << 10, MiB: 1 << 20, Mi: 1 << 20, ms: 1, s: 1000 };

/** A number, its unit, at most a few words, and its constant in parentheses. */
const AMOUNT = /(\d[\d,]*)(?: (KiB|MiB|Mi|ms|s)\b)?[^()|.\n\d]{0,40}\(`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g;

/** A number of a page and the constant that it names. */
interface Claim {
  readonly name: string;
  readonly value: number;
}

/** Returns the claims of a text: `NAME = 5` in backticks, and a number with a unit before its constant, 3 MiB (`NAME`). */
function claimsIn(text: string): Claim[] {
  const equations = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+) = ([\d.,_]+)`/g)];
  const amounts = [...text.matchAll(AMOUNT)];
  return [
    ...equations.map(([, name, number]) => ({ name, value: numberOf(number) })),
    ...amounts.map(([, number, unit, name]) => ({ name, value: numberOf(number) * (UNITS[unit] ?? 1) })),
  ];
}

function numberOf(text: string): number {
  return Number(text.replaceAll(/[,_]/g, ''));
}

/** Returns the claims of a page that are not so in the source. */
function faultsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return claimsIn(text).flatMap(({ name, value }) => {
    const found = constants.find(name, text);
    return found === value ? [] : [`${page}: ${name} is ${found ?? 'not one constant'}, not ${value}`];
  });
}

describe('claimsIn()', () => {
  it.each([
    ['gets `SHARE_MS = 3` of each turn', { name: 'SHARE_MS', value: 3 }],
    ['| 3 MiB (`MAX_BODY_BYTES`) |', { name: 'MAX_BODY_BYTES', value: 3 << 20 }],
    ['10,000 (`MAX_DEPTH`), or where', { name: 'MAX_DEPTH', value: 10_000 }],
    ['50,000,000 places (`MAX_MOVED`)', { name: 'MAX_MOVED', value: 50_000_000 }],
    ['ends after 10 s (`TIMEOUT_MS`)', { name: 'TIMEOUT_MS', value: 10_000 }],
  ])('reads %j', (text, claim) => expect(claimsIn(text)).toEqual([claim]));

  it('reads each of several', () => {
    expect(claimsIn('8 KiB (`MAX_ONE`), 2 KiB (`MAX_TWO`)').map(({ name }) => name)).toEqual(['MAX_ONE', 'MAX_TWO']);
  });
});

describe('The numbers of the documents', () => {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));

  it('are those of the constants that they name', () => {
    expect(pages.flatMap((name) => faultsOf(join('docs', name)))).toEqual([]);
  });

  it('name the constants of the limits without a flag', () => {
    expect(claimsIn(readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')).length).toBeGreaterThan(35);
  });
});
