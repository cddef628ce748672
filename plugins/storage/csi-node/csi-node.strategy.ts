import { type Strategy } from '../../../src/plugin-api/index.js';
import { validateObjectMeta } from '../../../src/plugin-api/built-in.js';
import type { CSINode } from './csi-node.v1.js';
import { validateCsiNode, validateCsiNodeUpdate } from './csi-node.validation.js';

/** The rules of the drivers on a node. */
export const csiNodeStrategy: Strategy<CSINode> = {
  checksMetadataOnUpdate: true,
  validate: validateCsiNode,
  // The reference checks the whole object twice on an update; clients see every cause twice.
  validateUpdate(node, old, context) {
    const metadata = validateObjectMeta(node.metadata, { namespaced: false });
    return [...metadata, ...validateCsiNode(node), ...metadata, ...validateCsiNodeUpdate(node, old, context)];
  },
};
