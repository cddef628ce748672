import { useState } from 'preact/hooks';
import type { Resource } from '../api/discovery.js';
import type { Route } from '../router.js';
import { Dialog } from './parts.js';
import { useSession } from './session.js';

interface Choice {
  readonly title: string;
  readonly detail: string;
  readonly route: Route;
}

const MOST = 12;
const EXPLAIN = 'explain ';

/** Opens a collection, its explanation or a page by some letters of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { groups, go } = useSession();
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const resources = groups.flatMap((group) => group.resources);
  const choices = matching(resources, text);
  const open = (choice: Choice | undefined): void => {
    if (!choice) return;
    onClose();
    go(choice.route);
  };
  const onKey = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIndex((index + step + choices.length) % Math.max(choices.length, 1));
    }
    // Keys can come before the last letter is shown.
    if (event.key === 'Enter') open(matching(resources, event.currentTarget.value)[index]);
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        class="palette-text"
        type="text"
        autofocus
        role="combobox"
        aria-label="Kind"
        aria-expanded="true"
        aria-controls="palette"
        aria-activedescendant={choices.length > 0 ? `palette-${index}` : undefined}
        placeholder="A kind, such as pods, deploy or explain secrets"
        value={text}
        onInput={(event) => (setText(event.currentTarget.value), setIndex(0))}
        onKeyDown={onKey}
      />
      <Choices choices={choices} index={index} onOpen={open} />
    </Dialog>
  );
}

function Choices({
  choices,
  index,
  onOpen,
}: {
  readonly choices: readonly Choice[];
  readonly index: number;
  readonly onOpen: (choice: Choice) => void;
}) {
  return (
    <ul class="palette" role="listbox" id="palette" aria-label="Kinds">
      {choices.map((choice, i) => (
        <li
          key={choice.title + choice.detail}
          id={`palette-${i}`}
          role="option"
          aria-selected={i === index}
          onClick={() => onOpen(choice)}
        >
          <span>{choice.title}</span> <span class="muted">{choice.detail}</span>
        </li>
      ))}
    </ul>
  );
}

function matching(resources: readonly Resource[], text: string): Choice[] {
  const given = text.trim().toLowerCase();
  const explains = given.startsWith(EXPLAIN);
  const word = explains ? given.slice(EXPLAIN.length).trim() : given;
  return resources
    .filter(({ verbs }) => explains || verbs.has('list'))
    .filter((each) => [each.resource, each.kind.toLowerCase(), ...each.shortNames].some((name) => name.includes(word)))
    .sort((a, b) => rankOf(a, word) - rankOf(b, word))
    .slice(0, MOST)
    .map((each) => choiceOf(each, explains));
}

function rankOf({ resource, shortNames }: Resource, word: string): number {
  if (shortNames.includes(word) || resource === word) return 0;
  return resource.startsWith(word) ? 1 : 2;
}

function choiceOf({ group, version, resource }: Resource, explains: boolean): Choice {
  const detail = `${group || 'core'} ${version}`;
  if (explains) return { title: `explain ${resource}`, detail, route: { view: 'explain', group, version, resource } };
  return { title: resource, detail, route: { view: 'table', group, resource, namespace: '' } };
}
