import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { pathTo } from '../actions/action.js';
import { type ActionTarget, kubectlIn, slashName } from '../actions/kubectl.js';
import { CopyCommand } from '../ui/copy-command.js';
import { Failure } from '../ui/parts.js';
import { ContainerPicker, containerNames } from './container-picker.js';
import { type FollowedLog, useLog } from './use-log.js';

/** The numbers of last lines to begin with. */
const TAILS = ['100', '500', '5000'];
/** Pixels above the end within which the log follows it. */
const NEAR_END = 40;

interface Choices {
  readonly container: string;
  readonly isFollowed: boolean;
  readonly isPrevious: boolean;
  readonly hasTimes: boolean;
  readonly tail: string;
}

/** Renders the log of a container as it comes. */
export function LogsTab({ target }: { readonly target: ActionTarget }) {
  const [choices, setChoices] = useState<Choices>({
    ...{ container: containerNames(target.object)[0] ?? '', isFollowed: true, isPrevious: false, hasTimes: false },
    tail: TAILS[1],
  });
  const [text, setText] = useState('');
  const [round, setRound] = useState(0);
  const flag = (isOn: boolean): string | undefined => (isOn ? 'true' : undefined);
  const query = {
    container: choices.container,
    follow: flag(choices.isFollowed && !choices.isPrevious),
    previous: flag(choices.isPrevious),
    timestamps: flag(choices.hasTimes),
    tailLines: choices.tail,
  };
  const log = useLog(pathTo(target), query, round);
  return (
    <section aria-label="Logs">
      <LogBar target={target} choices={choices} onChoices={setChoices} />
      <div class="bar">
        <input
          type="search"
          class="filter"
          aria-label="Filter lines"
          placeholder="Filter lines"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <span class="muted small" role="status">
          {log.state === 'reading' ? 'reading' : 'the log has ended'}
          {log.lines.dropped > 0 && `; ${log.lines.dropped} older lines are not kept`}
        </span>
        {log.state === 'ended' && (
          <button type="button" onClick={() => setRound(round + 1)}>
            Read again
          </button>
        )}
      </div>
      {log.error && <Failure error={log.error} />}
      <Lines log={log} text={text} />
      <CopyCommand title="With kubectl" command={commandOf(target, choices)} />
    </section>
  );
}

function commandOf(target: ActionTarget, { container, isFollowed, isPrevious, hasTimes, tail }: Choices): string {
  const flags = [
    ...(isFollowed && !isPrevious ? ['--follow'] : []),
    ...(isPrevious ? ['--previous'] : []),
    ...(hasTimes ? ['--timestamps'] : []),
  ];
  return kubectlIn(target, 'logs', slashName(target), '--container', container, `--tail=${tail}`, ...flags);
}

function LogBar({
  target,
  choices,
  onChoices,
}: {
  readonly target: ActionTarget;
  readonly choices: Choices;
  readonly onChoices: (choices: Choices) => void;
}) {
  const change = (parts: Partial<Choices>): void => onChoices({ ...choices, ...parts });
  const checks = { isFollowed: 'Follow', isPrevious: 'Of the previous container', hasTimes: 'Times' } as const;
  return (
    <div class="bar">
      <ContainerPicker
        object={target.object}
        chosen={choices.container}
        onChoose={(container) => change({ container })}
      />
      <label>
        Last lines{' '}
        <select value={choices.tail} onChange={(event) => change({ tail: event.currentTarget.value })}>
          {TAILS.map((tail) => (
            <option key={tail}>{tail}</option>
          ))}
        </select>
      </label>
      {(Object.keys(checks) as (keyof typeof checks)[]).map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={choices[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />{' '}
          {checks[name]}
        </label>
      ))}
    </div>
  );
}

function Lines({ log, text }: { readonly log: FollowedLog; readonly text: string }) {
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  const lines = log.lines.matching(text);
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  const onScroll = (): void => {
    const { scrollHeight, scrollTop, clientHeight } = box.current!;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
  return (
    <pre ref={box} class="log-lines" role="log" aria-label="Lines of the log" tabIndex={0} onScroll={onScroll}>
      {lines.join('\n')}
      {lines.length === 0 && log.state === 'ended' && !log.error && <span class="muted">No lines.</span>}
    </pre>
  );
}
