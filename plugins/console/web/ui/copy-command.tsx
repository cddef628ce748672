import { useSession } from './session.js';

/** Renders a command with a button that copies it. */
export function CopyCommand({ title, command }: { readonly title: string; readonly command: string }) {
  const { say } = useSession();
  const copy = (): void => {
    navigator.clipboard.writeText(command).then(
      () => say('Copied'),
      () => say('The browser does not allow copying: select the text.', 'bad'),
    );
  };
  return (
    <div class="command">
      <span class="muted small">{title}</span>
      <code tabIndex={0} aria-label={`${title}: ${command}`}>
        {command}
      </code>
      <button type="button" aria-label={`Copy: ${title}`} onClick={copy}>
        Copy
      </button>
    </div>
  );
}
