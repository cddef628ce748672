import { ACCESS_REVIEW } from '../../authz/index.js';

/** A SubjectAccessReview that stands for requests of a log, with the decision that was made on them. */
export interface RecordedReview {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: object;
  readonly status: { readonly allowed: boolean };
}

/** The reason why a line of a log makes no review. */
export type Unusable = 'no decision' | 'masked';

const DECISION = 'authorization.k8s.io/decision';
const MASKED = 'masked:';
const SELECTORS = ['fieldSelector', 'labelSelector'] as const;
/** Verbs that selectors belong to. */
const SELECTING: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

type Json = Readonly<Record<string, unknown>>;

/** Returns the review of a line of an audit log or a log of decisions, parsed. */
export function reviewOf(line: unknown): RecordedReview | Unusable {
  const { kind, ...record } = asObject(line);
  if (kind === 'AuthorizationDecision') return reviewOfDecision(record);
  return kind === 'Event' ? reviewOfEvent(record) : 'no decision';
}

function reviewOfDecision({ user, request, verdict }: Json): RecordedReview | Unusable {
  const [who, asked] = [asObject(user), asObject(request)];
  const { verb, path, ...attributes } = asked;
  const texts = [who.username, ...asTexts(who.groups), ...Object.values(asked)];
  if (texts.some((text) => typeof text === 'string' && text.startsWith(MASKED))) return 'masked';
  const about = path === undefined ? { resourceAttributes: { verb, ...attributes } } : nonResource(verb, path);
  return review(who, about, verdict === 'Allow');
}

/** Events name the user in whose name the caller acts, if there is one: the request was decided for that user. */
function reviewOfEvent({
  user,
  impersonatedUser,
  verb,
  objectRef,
  requestURI,
  annotations,
}: Json): RecordedReview | Unusable {
  const decision = asObject(annotations)[DECISION];
  if (decision !== 'allow' && decision !== 'forbid') return 'no decision';
  const who = asObject(impersonatedUser ?? user);
  const [path, query = ''] = String(requestURI ?? '').split('?', 2);
  const about = objectRef === undefined ? nonResource(verb, path) : resource(verb, asObject(objectRef), query);
  return review(who, about, decision === 'allow');
}

function nonResource(verb: unknown, path: unknown): object {
  return { nonResourceAttributes: { path, verb } };
}

function resource(verb: unknown, object: Json, query: string): object {
  const { apiGroup, apiVersion, resource: plural, subresource, namespace, name } = object;
  const isNew = verb === 'create' && subresource === undefined;
  return {
    resourceAttributes: {
      verb,
      group: apiGroup ?? '',
      version: apiVersion ?? '',
      resource: plural,
      ...(subresource !== undefined && { subresource }),
      ...(namespace !== undefined && { namespace }),
      // Events name what was created; the request was decided without its name.
      ...(name !== undefined && !isNew && { name }),
      ...(SELECTING.has(String(verb)) && selectorsOf(query)),
    },
  };
}

function selectorsOf(query: string): object {
  const asked = new URLSearchParams(query);
  const given = SELECTORS.filter((name) => (asked.get(name) ?? '') !== '');
  return Object.fromEntries(given.map((name) => [name, { rawSelector: asked.get(name) }]));
}

function review({ username, uid, groups, extra }: Json, about: object, allowed: boolean): RecordedReview {
  return {
    apiVersion: `${ACCESS_REVIEW.group}/v1`,
    kind: ACCESS_REVIEW.kind,
    spec: {
      user: username ?? '',
      ...(uid !== undefined && { uid }),
      groups: asTexts(groups),
      ...(extra !== undefined && { extra }),
      ...about,
    },
    status: { allowed },
  };
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
