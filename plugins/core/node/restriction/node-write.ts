import type { AdmissionAttributes } from '../../../../src/plugin-api/index.js';

/** A write of a node, and who it is. */
export interface NodeWrite {
  readonly node: string;
  readonly attributes: AdmissionAttributes;
}
