/** Renders a field that narrows what is shown; Enter goes to the first row, Escape clears the text and then leaves. */
export function FilterField({
  label,
  placeholder,
  title,
  text,
  onText,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly title?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <input
      type="search"
      class="filter"
      placeholder={placeholder}
      aria-label={label}
      title={title}
      value={text}
      onInput={(event) => onText(event.currentTarget.value)}
      onKeyDown={leaveField}
    />
  );
}

function leaveField(event: KeyboardEvent): void {
  const field = event.currentTarget as HTMLInputElement;
  // A search field clears its text by Escape.
  if (event.key === 'Escape' && field.value !== '') return;
  if (event.key !== 'Escape' && event.key !== 'Enter') return;
  field.blur();
  document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus();
}
