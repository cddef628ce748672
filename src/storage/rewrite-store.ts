import { loadWithBinary } from './sqlite-binary.js';
import type { RewrittenStore, StoreRewrite } from './store-rewrite.js';

/**
 * Rewrites an embedded store that no server has open, in one transaction. What is moved keeps its revisions and its history; what
 * stays and changes is written at revisions behind them. Rejects with StorageError, as where the target has keys.
 */
export async function rewriteStore(rewrite: StoreRewrite): Promise<RewrittenStore> {
  return (await loadWithBinary(() => import('./sqlite/index.js'))).rewriteRows(rewrite);
}
