import { pemBlocks } from '../../../src/plugin-api/built-in.js';

/** The label of the PEM block of a request. */
export const REQUEST_BLOCK = 'CERTIFICATE REQUEST';

/** Returns the request in a PEM file in base64; the first block is what counts. */
export function requestBytes(base64: string): Buffer | undefined {
  const [block] = pemBlocks(Buffer.from(base64, 'base64').toString('latin1'));
  return block?.type === REQUEST_BLOCK ? block.bytes : undefined;
}
