import type { Strategy } from '../../../src/plugin-api/index.js';
import type { CSINode } from './csi-node.v1.js';
import { validateCsiNode, validateCsiNodeUpdate } from './csi-node.validation.js';

/** The rules of the drivers on a node. */
export const csiNodeStrategy: Strategy<CSINode> = {
  validate: validateCsiNode,
  validateUpdate: validateCsiNodeUpdate,
};
