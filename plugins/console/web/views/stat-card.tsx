import type { ComponentChildren } from 'preact';

/** Renders one figure with its picture, and with what it is compared with. */
export function StatCard({
  title,
  value,
  note,
  state = '',
  children,
}: {
  readonly title: string;
  readonly value: string;
  readonly note: string;
  readonly state?: 'bad' | 'warned' | '';
  readonly children?: ComponentChildren;
}) {
  return (
    <section class={`stat ${state}`} aria-label={title}>
      <h2>{title}</h2>
      <p class="stat-value">{value}</p>
      {children}
      <p class="muted small">{note}</p>
    </section>
  );
}
