import { useEffect, useRef, useState } from 'preact/hooks';
import { pathTo } from '../actions/action.js';
import { type ActionTarget, kubectlIn, slashName } from '../actions/kubectl.js';
import { CopyCommand } from '../ui/copy-command.js';
import { useSession } from '../ui/session.js';
import { ContainerPicker, containerNames } from './container-picker.js';
import { createTerminal } from './create-terminal.js';
import { type ExecSession, openExec } from './exec-session.js';

const SHELL = 'sh -c "exec $(command -v bash || echo sh)"';
/** The words of SHELL: a page has no shell that would split them. */
const SHELL_WORDS = ['sh', '-c', 'exec $(command -v bash || echo sh)'];

/** Runs a shell, or another command, in a container. */
export function TerminalTab({ target }: { readonly target: ActionTarget }) {
  const [container, setContainer] = useState(containerNames(target.object)[0] ?? '');
  const [command, setCommand] = useState(SHELL);
  const { host, state, connect } = useTerminal(target, container, command);
  return (
    <section aria-label="Terminal">
      <form class="bar" onSubmit={(event) => (event.preventDefault(), connect())}>
        <ContainerPicker object={target.object} chosen={container} onChoose={setContainer} />
        <label class="grow">
          Command{' '}
          <input
            name="command"
            class="wide"
            value={command}
            spellcheck={false}
            onInput={(event) => setCommand(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={command.trim() === ''}>
          {state === 'closed' ? 'Connect' : 'Connect again'}
        </button>
        <span class="muted small" role="status">
          {state}
        </span>
      </form>
      <div ref={host} class="terminal-host" />
      <p class="muted small">
        <kbd>Shift</kbd> <kbd>Esc</kbd> leaves the terminal, which takes all other keys.
      </p>
      <CopyCommand
        title="With kubectl"
        command={kubectlIn(
          target,
          'exec',
          slashName(target),
          '--container',
          container,
          '--stdin',
          '--tty',
          '--',
          ...wordsOf(command),
        )}
      />
    </section>
  );
}

/** Returns the words of a command: there is no shell that would read quotes. */
function wordsOf(command: string): readonly string[] {
  return command === SHELL ? SHELL_WORDS : command.trim().split(/\s+/);
}

type State = 'closed' | 'connecting' | 'connected';

function useTerminal(target: ActionTarget, container: string, command: string) {
  const { api } = useSession();
  const host = useRef<HTMLDivElement>(null);
  const end = useRef<() => void>(() => {});
  const [state, setState] = useState<State>('closed');
  useEffect(() => () => end.current(), []);
  const connect = (): void => {
    end.current();
    const terminal = createTerminal(host.current!);
    setState('connecting');
    let isCurrent = true;
    const session: ExecSession = openExec(
      api,
      { podPath: pathTo(target), container, command: wordsOf(command) },
      {
        onOpen: () => {
          setState('connected');
          terminal.onSize((columns, rows) => session.resize(columns, rows));
          terminal.focus();
        },
        onOutput: (bytes) => terminal.write(bytes),
        onEnd: (reason) => {
          if (!isCurrent) return;
          terminal.note(reason);
          setState('closed');
        },
      },
    );
    terminal.onInput((text) => session.send(text));
    terminal.onLeave(() => document.querySelector<HTMLElement>('[name=command]')?.focus());
    end.current = () => {
      isCurrent = false;
      session.close();
      terminal.dispose();
    };
  };
  return { host, state, connect };
}
