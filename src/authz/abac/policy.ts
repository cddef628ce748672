import { type FieldError, FieldPath, formatFieldErrors, invalid, StrictMapping } from '../../apimachinery/index.js';
import { AUTHENTICATED_GROUP } from '../../request/index.js';

/** The permissions of one line of the policy file; `*` matches everything. */
export interface Policy {
  /** Both have to fit where both are given; one of them always is. */
  readonly user: string;
  readonly group: string;
  readonly isReadOnly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  /** May end in `*`, for all that begins so. */
  readonly nonResourcePath: string;
}

const API_VERSION = 'abac.authorization.kubernetes.io/v1beta1';
const SPEC_MEMBERS = ['user', 'group', 'readonly', 'apiGroup', 'resource', 'namespace', 'nonResourcePath'];
const FORMER_MEMBERS = ['user', 'group', 'readonly', 'resource', 'namespace'];

/**
 * Reads the text of a policy file: one JSON object a line, empty lines and comments (`#`) apart. Throws an Error that
 * names the line, and the field, of what cannot be read.
 */
export function parsePolicies(text: string): Policy[] {
  return text.split('\n').flatMap((line, i) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    try {
      return [parsePolicy(trimmed)];
    } catch (error) {
      throw new Error(`line ${i + 1}: ${(error as Error).message}`, { cause: error });
    }
  });
}

function parsePolicy(line: string): Policy {
  const errors: FieldError[] = [];
  const root = new StrictMapping(JSON.parse(line), FieldPath.of(), errors);
  const isVersioned = root.has('apiVersion') || root.has('kind');
  const policy = isVersioned ? readVersioned(root) : readFormer(root);
  if (errors.length > 0) throw new Error(formatFieldErrors(errors));
  return policy;
}

function readVersioned(root: StrictMapping): Policy {
  root.refuseOthers(['apiVersion', 'kind', 'spec']);
  for (const [member, expected] of [
    ['apiVersion', API_VERSION],
    ['kind', 'Policy'],
  ]) {
    const found = root.text(member);
    if (found !== expected) root.errors.push(invalid(root.path.child(member), found, `must be ${expected}`));
  }
  const spec = root.child('spec');
  spec.refuseOthers(SPEC_MEMBERS);
  return withSubject(readMembers(spec));
}

/** A policy without a version is of the first one (v0), where an omitted field matches everything. */
function readFormer(root: StrictMapping): Policy {
  root.refuseOthers(FORMER_MEMBERS);
  const read = readMembers(root);
  const nonResourcePath = read.namespace === '' && read.resource === '' ? '*' : '';
  const isForAll = read.user === '' && read.group === '';
  return withSubject({
    ...read,
    group: isForAll ? AUTHENTICATED_GROUP : read.group,
    apiGroup: '*',
    resource: read.resource || '*',
    namespace: read.namespace || '*',
    nonResourcePath,
  });
}

function readMembers(mapping: StrictMapping): Policy {
  return {
    user: mapping.text('user'),
    group: mapping.text('group'),
    isReadOnly: mapping.flag('readonly'),
    apiGroup: mapping.text('apiGroup'),
    resource: mapping.text('resource'),
    namespace: mapping.text('namespace'),
    nonResourcePath: mapping.text('nonResourcePath'),
  };
}

/** `*` is every authenticated user. */
function withSubject(policy: Policy): Policy {
  return policy.user === '*' || policy.group === '*' ? { ...policy, user: '', group: AUTHENTICATED_GROUP } : policy;
}
