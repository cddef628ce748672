import { execFileSync } from 'node:child_process';
import { root } from '../install.mjs';

/** The last commit before the rule. */
const FIRST = 'be3c66b107585cd5c1c6ad70267b60167b4ecc8a';
const LONGEST = 72;
/** First words that look like a form other than the imperative, and are not. */
const IMPERATIVES = new Set([
  'Address',
  'Bring',
  'Bypass',
  'Cross',
  'Discuss',
  'Embed',
  'Express',
  'Focus',
  'Pass',
  'Press',
]);
const OTHER_FORM = /(s|ed|ing)$/;
/** Shorter words with these endings are verbs themselves: Feed, Sing. */
const SHORTEST_FORM = 5;

/**
 * Returns the fault of a subject, if it has one.
 * @param {string} subject the first line of a commit message
 * @returns {string | undefined}
 */
export function faultOfSubject(subject) {
  if (subject.length > LONGEST) return `has ${subject.length} characters, more than ${LONGEST}`;
  if (!/^[A-Z]/.test(subject)) return 'begins with a small letter';
  if (subject.endsWith('.')) return 'ends with a full stop';
  const [first] = subject.split(' ', 1);
  const isOtherForm = first.length >= SHORTEST_FORM && OTHER_FORM.test(first) && !IMPERATIVES.has(first);
  return isOtherForm ? 'does not begin with an imperative' : undefined;
}

/** The subjects since the rule; none in a copy without history. */
function subjects() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    git('merge-base', '--is-ancestor', FIRST, 'HEAD');
    return git('log', '--no-merges', '--format=%h %s', `${FIRST}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}

/** Returns a line for each commit whose subject breaks the rule. */
export function subjectFaults() {
  return subjects().flatMap((line) => {
    const [hash] = line.split(' ', 1);
    const subject = line.slice(hash.length + 1);
    const fault = faultOfSubject(subject);
    return fault ? [`commit ${hash}: the subject ${fault}: ${subject}`] : [];
  });
}
