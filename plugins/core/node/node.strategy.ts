import type { Strategy, StrategyContext } from '../../../src/plugin-api/index.js';
import { newAddressWarnings, newNetworkWarnings } from '../values/address-warnings.js';
import type { Node } from './node.v1.js';
import { validateNode, validateNodeUpdate } from './node.validation.js';

/** The rules of nodes. A node may set its status when it registers. */
export const nodeStrategy: Strategy<Node> = {
  prepareForCreate(node, context) {
    delete node.spec?.configSource;
    delete node.status?.config;
    dropDisabledStatus(node, undefined, context);
    dropSecondRange(node, undefined, context);
  },

  prepareForUpdate(node, old, context) {
    // The status is reported by kubelets, independently of gates.
    if (context.subresource !== 'status') dropDisabledStatus(node, old, context);
    dropSecondRange(node, old, context);
    // The feature behind these fields is gone; only what is stored already is kept.
    if (!old.spec?.configSource) delete node.spec?.configSource;
    if (!old.status?.config) delete node.status?.config;
  },

  validate: validateNode,
  validateUpdate: (node, old) => [...validateNode(node), ...validateNodeUpdate(node, old)],
  validateStatusUpdate: validateNodeUpdate,

  warningsOnCreate: fieldWarnings,
  warningsOnUpdate: (node, _old, { subresource }) => (subresource === 'status' ? [] : fieldWarnings(node)),
};

/** Drops what no gate allows a node to report when it registers; features that are stored already stay. */
function dropDisabledStatus(
  { status }: Node,
  old: Node | undefined,
  { isEnabled }: Pick<StrategyContext, 'isEnabled'>,
): void {
  if (!isEnabled('RecursiveReadOnlyMounts') && !isEnabled('UserNamespacesSupport')) delete status?.runtimeHandlers;
  if (!isEnabled('SupplementalGroupsPolicy') && !old?.status?.features) delete status?.features;
}

/** Without two families a node has one range for its pods, unless it is stored with more. */
function dropSecondRange(
  { spec }: Node,
  old: Node | undefined,
  { isEnabled }: Pick<StrategyContext, 'isEnabled'>,
): void {
  if (!spec?.podCIDRs || isEnabled('IPv6DualStack') || (old?.spec?.podCIDRs?.length ?? 0) > 1) return;
  spec.podCIDRs = spec.podCIDRs.slice(0, 1);
}

function fieldWarnings({ spec, status }: Node): string[] {
  return [
    ...(spec?.podCIDRs ?? []).flatMap((cidr, i) => newNetworkWarnings(`spec.podCIDRs[${i}]`, cidr)),
    ...(status?.addresses ?? []).flatMap(({ type, address }, i) =>
      type.endsWith('IP') ? newAddressWarnings(`status.addresses[${i}].address`, address) : [],
    ),
    ...(spec?.configSource ? ['spec.configSource: the feature is removed'] : []),
    ...(spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
  ];
}
