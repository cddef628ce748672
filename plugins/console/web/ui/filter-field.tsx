/** Renders a field that narrows what is shown; Escape and Enter lead on to the first row. */
export function FilterField({
  label,
  placeholder,
  text,
  onText,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  return (
    <input
      type="search"
      class="filter"
      placeholder={placeholder}
      aria-label={label}
      value={text}
      onInput={(event) => onText(event.currentTarget.value)}
      onKeyDown={leaveField}
    />
  );
}

function leaveField(event: KeyboardEvent): void {
  if (event.key !== 'Escape' && event.key !== 'Enter') return;
  (event.currentTarget as HTMLElement).blur();
  document.querySelector<HTMLElement>('tbody tr')?.focus();
}
