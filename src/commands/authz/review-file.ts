import { readFile } from 'node:fs/promises';
import {
  type FieldError,
  FieldPath,
  formatFieldErrors,
  invalid,
  notSupported,
  required,
  StrictMapping,
} from '../../apimachinery/index.js';
import { ACCESS_REVIEW } from '../../authz/index.js';
import { type AuthorizationAttributes } from '../../plugin-api/index.js';
import { CommandError } from '../output.js';
import { readDocuments } from '../read-files.js';
import { selectorTextOf } from './selector-text.js';

/** A question, and the answer that its file expects. */
export interface ExpectedReview {
  readonly attributes: AuthorizationAttributes;
  /** Undefined where nothing is expected. */
  readonly isAllowed?: boolean;
  /** How many recorded requests it stands for. */
  readonly requests: number;
}

const VERSIONS = ['v1', 'v1beta1'].map((version) => `${ACCESS_REVIEW.group}/${version}`);

/** The annotation of recorded reviews with the number of requests, and the ending of files that have one per line. */
const REQUESTS = 'binnacle.dev/requests';
const LINES = '.jsonl';

/** Reads a file of reviews; `status.allowed` of each is what it expects. Throws CommandError with what is wrong. */
export async function readReviews(path: string): Promise<ExpectedReview[]> {
  const errors: FieldError[] = [];
  const documents = path.endsWith(LINES) ? await readLines(path) : await readDocuments(path);
  const reviews = documents.map((document, i) => {
    return readReview(new StrictMapping(document, FieldPath.of('reviews').index(i), errors));
  });
  if (errors.length > 0) throw new CommandError(`${path}: ${formatFieldErrors(errors)}`);
  return reviews;
}

/** Reads a line of JSON each, as `authz record` writes them. */
async function readLines(path: string): Promise<unknown[]> {
  try {
    const lines = (await readFile(path, 'utf8')).split('\n');
    return lines.flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line) as unknown]));
  } catch (error) {
    throw new CommandError(`${path}: ${(error as Error).message}`);
  }
}

function readReview(review: StrictMapping): ExpectedReview {
  review.refuseOthers(['kind', 'apiVersion', 'metadata', 'spec', 'status']);
  const [kind, apiVersion] = [review.text('kind'), review.text('apiVersion')];
  if (kind !== ACCESS_REVIEW.kind) {
    review.errors.push(invalid(review.path.child('kind'), kind, `must be ${ACCESS_REVIEW.kind}`));
  }
  if (!VERSIONS.includes(apiVersion)) {
    review.errors.push(notSupported(review.path.child('apiVersion'), apiVersion, VERSIONS));
  }
  const status = review.optionalChild('status');
  const isAllowed = status?.has('allowed') ? { isAllowed: status.flag('allowed') } : {};
  const requests = Number(review.optionalChild('metadata')?.optionalChild('annotations')?.text(REQUESTS) || 1);
  return {
    requests,
    attributes: readSpec(review.child('spec'), apiVersion.endsWith('v1') ? 'groups' : 'group'),
    ...isAllowed,
  };
}

function readSpec(spec: StrictMapping, groups: string): AuthorizationAttributes {
  spec.refuseOthers(['user', 'uid', groups, 'extra', 'resourceAttributes', 'nonResourceAttributes']);
  const resource = spec.optionalChild('resourceAttributes');
  const path = spec.optionalChild('nonResourceAttributes');
  if ((resource === undefined) === (path === undefined)) {
    const why = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    spec.errors.push(required(spec.path.child('resourceAttributes'), why));
  }
  const extra = spec.optionalChild('extra');
  const user = {
    name: spec.text('user'),
    uid: spec.text('uid'),
    groups: spec.texts(groups),
    ...(extra && { extra: Object.fromEntries(Object.keys(extra.value).map((key) => [key, extra.texts(key)])) }),
  };
  return { user, ...readAbout(resource, path) };
}

function readAbout(
  resource: StrictMapping | undefined,
  path: StrictMapping | undefined,
): Omit<AuthorizationAttributes, 'user'> {
  path?.refuseOthers(['path', 'verb']);
  const members = ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name'];
  resource?.refuseOthers([...members, 'fieldSelector', 'labelSelector']);
  const of = (member: string): string => resource?.text(member) ?? '';
  return {
    isResourceRequest: resource !== undefined,
    verb: path?.text('verb') ?? of('verb'),
    namespace: of('namespace'),
    group: of('group'),
    version: of('version'),
    resource: of('resource'),
    subresource: of('subresource'),
    name: of('name'),
    path: path?.text('path') ?? '',
    fieldSelector: selectorTextOf(resource?.optionalChild('fieldSelector')),
    labelSelector: selectorTextOf(resource?.optionalChild('labelSelector')),
  };
}
