import type { AdmissionAttributes, ApiObject, Authorizer, UserInfo } from '../../../src/plugin-api/index.js';
import {
  type ExpressionLanguage,
  type GroupVersionKind,
  type GroupVersionResource,
  expressionLanguage,
} from '../../../src/plugin-api/built-in.js';
import { namespacedNameOf } from '../matching/index.js';
import { AuthorizerAnswers } from './authorizer-answers.js';

type Value = ReturnType<ExpressionLanguage['valueOfJson']>;

/** A request as expressions are shown it: in the version that their rule has matched. */
export interface EvaluatedRequest {
  readonly attributes: AdmissionAttributes;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** The new object in the version of `kind`; undefined on deletion. */
  readonly object: ApiObject | undefined;
  /** The stored object in that version; undefined on creation. */
  readonly oldObject: ApiObject | undefined;
  readonly authorizer: Authorizer;
}

/**
 * The variables of expressions about one request, each made when an expression first asks for it and shared by all of
 * them. Members of objects are read in place, without a copy. The expression language has to have been loaded.
 */
export class RequestVariables {
  private readonly values = new Map<string, Value | undefined>();

  constructor(private readonly request: EvaluatedRequest) {}

  /** Returns the value of a variable; undefined if there is none of that name. */
  find(name: string): Value | undefined {
    const known = this.values.get(name);
    if (known !== undefined || this.values.has(name)) return known;
    const value = this.read(name);
    this.values.set(name, value);
    return value;
  }

  private read(name: string): Value | undefined {
    const { valueOfJson } = expressionLanguage();
    switch (name) {
      case 'object':
        return valueOfJson(this.request.object);
      case 'oldObject':
        return valueOfJson(this.request.oldObject);
      case 'request':
        return valueOfJson(requestData(this.request));
      case 'namespaceObject':
        // Conditions never see the namespace (upstream passes none).
        return null;
      case 'authorizer':
      case 'authorizer.requestResource':
        return this.authorizer(name);
      default:
        return undefined;
    }
  }

  private authorizer(name: string): Value {
    const { AuthorizerValue, RESOURCE_CHECK_TYPE } = expressionLanguage();
    const { attributes, authorizer } = this.request;
    const { resource, subresource, namespace } = attributes;
    // Both variables ask the same, so a decision is made once.
    this.answers ??= new AuthorizerAnswers(authorizer, attributes.user);
    if (name === 'authorizer') return new AuthorizerValue(this.answers.ask, {});
    const about = { group: resource.group, resource: resource.resource, subresource, namespace, name: attributes.name };
    return new AuthorizerValue(this.answers.ask, about, RESOURCE_CHECK_TYPE.name);
  }

  private answers: AuthorizerAnswers | undefined;
}

/** The request without what an AdmissionReview leaves out where it is empty, which expressions then do not find. */
function requestData({ attributes, kind, resource }: EvaluatedRequest): object {
  const { operation, subresource, dryRun, options, user } = attributes;
  const { name, namespace } = namespacedNameOf(attributes);
  return {
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: resourceData(resource),
    subResource: given(subresource),
    requestKind: { group: attributes.kind.group, version: attributes.kind.version, kind: attributes.kind.kind },
    requestResource: resourceData(attributes.resource),
    requestSubResource: given(subresource),
    ...{ name: given(name), namespace: given(namespace), operation, dryRun },
    userInfo: userData(user),
    // A raw extension without content is written as null.
    options: options ?? null,
  };
}

function resourceData({ group, version, resource }: GroupVersionResource): object {
  return { group, version, resource };
}

function userData({ name, uid = '', groups, extra = {} }: UserInfo): object {
  return {
    username: given(name),
    uid: given(uid),
    groups: groups.length > 0 ? groups : undefined,
    extra: Object.keys(extra).length > 0 ? extra : undefined,
  };
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}
