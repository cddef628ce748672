import { StatusError, type StrategyContext } from '../../../src/plugin-api/index.js';
import { namespaceStrategy as strategy } from './namespace.strategy.js';
import type { Namespace } from './namespace.v1.js';

function context(subresource = ''): StrategyContext {
  return { user: { name: 'u', groups: [] }, namespace: '', subresource, dryRun: false, isEnabled: () => false };
}

function namespace(finalizers: string[], metadata: Partial<Namespace['metadata']> = {}): Namespace {
  return { metadata: { name: 'n', ...metadata }, spec: { finalizers }, status: { phase: 'Active' } };
}

const DELETED = { deletionTimestamp: '2024-01-01T00:00:00Z' };

describe('namespaceStrategy', () => {
  it('adds the finalizer that waits for the content, whatever phase is sent', () => {
    const created: Namespace = { ...namespace(['example.com/f']), status: { phase: 'Terminating' } };
    strategy.prepareForCreate?.(created, context());
    expect(created.spec?.finalizers).toEqual(['example.com/f', 'kubernetes']);
    expect(created.status).toEqual({ phase: 'Active' });
  });

  it.each([
    ['', ['kubernetes']],
    ['finalize', []],
  ])('lets finalizers change only through finalize (%p)', (subresource, expected) => {
    const next = namespace([]);
    strategy.prepareForUpdate?.(next, namespace(['kubernetes']), context(subresource));
    expect(next.spec?.finalizers).toEqual(expected);
  });

  it('is marked by a first delete, even without finalizers, and Terminating then', () => {
    expect(strategy.keepsUntilFinalized?.(namespace([]))).toBe(true);
    const marked = namespace([], { ...DELETED, deletionGracePeriodSeconds: 0 });
    strategy.prepareForDeletion?.(marked);
    expect(marked.status?.phase).toBe('Terminating');
    expect(marked.metadata.deletionGracePeriodSeconds).toBeUndefined();
    expect(strategy.keepsUntilFinalized?.(marked)).toBe(false);
  });

  it.each([
    [[], [], true],
    [['kubernetes'], [], false],
    [[], ['example.com/m'], false],
  ])('goes when nothing holds it (%j, %j)', (own, metadata, gone) => {
    const next = namespace(own, { ...DELETED, finalizers: metadata });
    expect(strategy.shouldDeleteDuringUpdate?.(next, namespace(['kubernetes'], DELETED))).toBe(gone);
  });

  it.each(['default', 'kube-system', 'kube-public'])('does not let %s go', (name) => {
    expect(() => strategy.checkDelete?.(namespace([], { name }), context())).toThrow(StatusError);
  });
});
