import { useCallback, useState } from 'preact/hooks';

/** A message that goes by itself. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'good' | 'bad';
}

const SHOWN_MS = 6000;
let last = 0;

/** Returns messages, and how to show one. */
export function useToasts(): { toasts: readonly Toast[]; say: (text: string, kind?: Toast['kind']) => void } {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const say = useCallback((text: string, kind: Toast['kind'] = 'good') => {
    const toast = { id: ++last, text, kind };
    setToasts((list) => [...list.filter((other) => other.text !== text), toast]);
    setTimeout(() => setToasts((list) => list.filter(({ id }) => id !== toast.id)), SHOWN_MS);
  }, []);
  return { toasts, say };
}

/** Shows messages, where screen readers find them. */
export function Toasts({ toasts }: { readonly toasts: readonly Toast[] }) {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, kind }) => (
        <p key={id} class={`toast ${kind}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
