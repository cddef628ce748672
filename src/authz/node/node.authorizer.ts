import type { AccessObjects } from '../../access/index.js';
import type { MetricsRegistry } from '../../observability/index.js';
import { inRelease, isInRelease, type FeatureSpan, type ReleaseState } from '../../options/index.js';
import type { UserInfo } from '../../request/index.js';
import {
  type AuthorizationAttributes,
  Authorizer,
  type Decision,
  type RuleResolver,
  type UserRules,
} from '../authorizer.js';
import { CompiledRule, type PolicyRule } from '../rbac/index.js';
import { GRAPH_RESOURCES, NodeGraph } from './node-graph.js';
import { nodeNameOf } from './node-identity.js';
import { type NodeGates, nodeRightFor } from './node-rights.js';
import nodeRules from './node-rules.json' with { type: 'json' };

/** The dependencies of the authorizer. */
export interface NodeAuthorizerParts extends ReleaseState {
  readonly objects: Pick<AccessObjects, 'follow'>;
  readonly metrics: Pick<MetricsRegistry, 'histogram'>;
}

const GRAPH_ACTIONS = {
  name: 'node_authorizer_graph_actions_duration_seconds',
  help: 'Time that changes of the graph of nodes and their objects take, in seconds.',
  labels: ['operation'],
  buckets: Array.from({ length: 12 }, (_, i) => 2 ** i / 10_000),
} as const;

const SCOPES: FeatureSpan = { gate: 'AuthorizeNodeWithSelectors' };
const CERTIFIES_PODS: FeatureSpan = { since: '1.34', gate: 'PodCertificateRequest' };
const ALLOW: Decision = { verdict: 'Allow', reason: '' };
const RULES: readonly (PolicyRule & FeatureSpan)[] = nodeRules.rules;
const NO_RULES: UserRules = { resourceRules: [], nonResourceRules: [], incomplete: false, errors: [] };

/**
 * Decides about kubelets (mode Node): each may do what all nodes may, and read what belongs to its own node. Follows
 * objects from the first request of a node on.
 */
export class NodeAuthorizer extends Authorizer implements RuleResolver {
  private readonly graph: NodeGraph;
  private readonly rules: readonly CompiledRule[];
  private readonly gates: NodeGates;
  private stop: (() => void) | undefined;

  constructor(private readonly parts: NodeAuthorizerParts) {
    super();
    const actions = parts.metrics.histogram(GRAPH_ACTIONS);
    this.graph = new NodeGraph((action, seconds) => actions.labels(action).observe(seconds));
    this.rules = inRelease<PolicyRule>(RULES, parts).map((rule) => new CompiledRule(rule));
    this.gates = { scopes: isInRelease(SCOPES, parts), certifiesPods: isInRelease(CERTIFIES_PODS, parts) };
  }

  authorize(attributes: AuthorizationAttributes): Decision | Promise<Decision> {
    const nodeName = nodeNameOf(attributes.user);
    if (nodeName === undefined) return refuse('');
    if (nodeName === '') return refuse(`unknown node for user ${JSON.stringify(attributes.user.name)}`);
    const right = nodeRightFor(attributes, nodeName, this.gates);
    if (right === 'yes') return ALLOW;
    if (right === 'ours') return this.authorizeOwn(attributes, nodeName);
    if (right === 'rules') return this.rules.some((rule) => rule.allows(attributes)) ? ALLOW : refuse('');
    return refuse(right.refusal);
  }

  rulesFor(user: UserInfo): UserRules {
    if (nodeNameOf(user) === undefined) return NO_RULES;
    return { ...NO_RULES, incomplete: true, errors: ['node authorizer does not support user rule resolution'] };
  }

  /** Stops following objects. */
  close(): void {
    this.stop?.();
  }

  private authorizeOwn(attributes: AuthorizationAttributes, nodeName: string): Decision | Promise<Decision> {
    if (attributes.name === '') return refuse('No Object name found');
    this.stop ??= this.parts.objects.follow(GRAPH_RESOURCES, this.graph);
    const decide = (): Decision =>
      this.graph.belongsTo(nodeName, attributes)
        ? ALLOW
        : refuse(`no relationship found between node '${nodeName}' and this object`);
    const { readiness } = this.graph;
    return readiness.isReady ? decide() : readiness.whenReady().then(decide);
  }
}

function refuse(reason: string): Decision {
  return { verdict: 'NoOpinion', reason };
}
