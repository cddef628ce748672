// The check of the running Node.js. Uses nothing but Node itself, and no syntax that an old one does not know.
import { readFileSync } from 'node:fs';
import { MAIN_RELEASE } from '../test/runtimes/releases.mjs';

/**
 * Explains why a release of Node.js does not do; undefined where it does.
 * @param {string} version such as `20.19.0`
 * @param {string} range `engines.node` of package.json: `^` and `>=` with whole versions, joined by `||`
 * @returns {string | undefined}
 */
export function explainUnsuitableNode(version, range) {
  if (range.split('||').some((part) => isWithin(numbersOf(version), part.trim()))) return undefined;
  const [recommended] = MAIN_RELEASE.split('.');
  return `Node.js ${version} does not do: ${range} is needed, ${recommended} is recommended.`;
}

/** Ends the process where the running Node.js does not do. */
export function requireNode() {
  const file = new URL('../../package.json', import.meta.url);
  const { engines } = JSON.parse(readFileSync(file, 'utf8'));
  const problem = explainUnsuitableNode(process.versions.node, engines.node);
  if (problem === undefined) return;
  console.error(problem);
  process.exit(1);
}

function isWithin(version, part) {
  const [, sign, least] = /^(\^|>=)(\S+)$/.exec(part);
  const from = numbersOf(least);
  return compare(version, from) >= 0 && (sign === '>=' || version[0] === from[0]);
}

function numbersOf(version) {
  return version.split('.').map(Number);
}

function compare(left, right) {
  const place = left.findIndex((number, i) => number !== right[i]);
  return place < 0 ? 0 : left[place] - right[place];
}
