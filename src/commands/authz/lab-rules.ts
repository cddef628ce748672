import {
  type FieldError,
  FieldPath,
  formatFieldErrors,
  notSupported,
  StrictMapping,
} from '../../apimachinery/index.js';
import { CommandError } from '../output.js';
import { readDocuments } from '../read-files.js';

/** A SubjectAccessReview as it arrives. */
export interface LabReview {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec: {
    readonly user?: string;
    readonly groups?: readonly string[];
    /** The name of the groups in v1beta1. */
    readonly group?: readonly string[];
    readonly resourceAttributes?: Readonly<Record<string, unknown>>;
    readonly nonResourceAttributes?: Readonly<Record<string, unknown>>;
  };
}

/** The status that a review gets. */
export interface LabAnswer {
  readonly allowed: boolean;
  readonly denied?: boolean;
  readonly reason?: string;
}

/** The response to matching reviews: all given members have to be equal. */
export interface LabRule {
  readonly fits: Readonly<Record<string, string>>;
  readonly answer: LabAnswer;
}

const FITTING = ['user', 'group', 'verb', 'apiGroup', 'resource', 'subresource', 'namespace', 'name', 'path'];
const ANSWERS: ReadonlyMap<string, LabAnswer> = new Map<string, LabAnswer>([
  ['Allow', { allowed: true }],
  ['Deny', { allowed: false, denied: true }],
  ['NoOpinion', { allowed: false }],
]);

/** Reads a file of rules, a YAML document each or a list. Throws CommandError with what is wrong. */
export async function readRules(path: string): Promise<LabRule[]> {
  const errors: FieldError[] = [];
  const entries = (await readDocuments(path)).flat();
  const rules = entries.map((entry, i) => readRule(new StrictMapping(entry, FieldPath.of('rules').index(i), errors)));
  if (errors.length > 0) throw new CommandError(`${path}: ${formatFieldErrors(errors)}`);
  return rules;
}

function readRule(entry: StrictMapping): LabRule {
  entry.refuseOthers([...FITTING, 'answer', 'reason']);
  const [word, reason] = [entry.text('answer'), entry.text('reason')];
  const answer = ANSWERS.get(word);
  if (!answer) entry.errors.push(notSupported(entry.path.child('answer'), word, [...ANSWERS.keys()]));
  const fits = Object.fromEntries(FITTING.filter((each) => entry.has(each)).map((each) => [each, entry.text(each)]));
  return { fits, answer: { allowed: false, ...answer, ...(reason !== '' && { reason }) } };
}

/** Returns the answer of the first rule that fits a review; no opinion without one. */
export function statusBy(rules: readonly LabRule[], review: LabReview): LabAnswer {
  return (
    rules.find(({ fits }) => Object.entries(fits).every((pair) => holds(pair, review)))?.answer ?? { allowed: false }
  );
}

function holds([member, wanted]: [string, string], { spec }: LabReview): boolean {
  if (member === 'user') return spec.user === wanted;
  if (member === 'group') return (spec.groups ?? spec.group ?? []).includes(wanted);
  const about = { ...spec.nonResourceAttributes, ...spec.resourceAttributes };
  return (about[member === 'apiGroup' ? 'group' : member] ?? '') === wanted;
}
