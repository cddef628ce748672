import { useState } from 'preact/hooks';
import { type Resource, pathOf } from '../api/discovery.js';
import type { ApiObject } from '../api/objects.js';
import { useSession } from '../ui/session.js';
import { useUnsaved } from '../ui/use-unsaved.js';
import { useReview } from './use-review.js';
import { useYaml } from './use-yaml.js';

/** A text that is edited, and the state of the object that it is based on. */
interface Edited {
  readonly text: string;
  readonly before: string;
  /** Counts the texts that were put into the editor, which takes none while it is used. */
  readonly round: number;
}

/** Keeps the state of editing an object. */
export function useEditing(resource: Resource, object: ApiObject) {
  const { say } = useSession();
  const { value: shown, error: unread } = useYaml(resource, object);
  const [edited, setEdited] = useState<Edited | undefined>();
  useUnsaved(edited !== undefined && edited.text !== edited.before);
  const { namespace = '', name } = object.metadata;
  const place = () => ({ path: pathOf(resource, namespace, name), text: edited?.text ?? '' });
  const write = useReview('PUT', place);
  const canEdit = resource.verbs.has('update') && shown !== undefined && !edited;
  const begin = canEdit ? () => setEdited({ text: shown, before: shown, round: 0 }) : undefined;
  const stop = (): void => (setEdited(undefined), write.clear());
  const change = (text: string): void => setEdited((current) => current && { ...current, text });
  const rebase = (text: string): void => {
    if (shown === undefined) return;
    write.clear();
    setEdited((current) => current && { text, before: shown, round: current.round + 1 });
  };
  const confirm = async (): Promise<void> => {
    if ((await write.write()) === undefined) return;
    say(`${name} was written`);
    stop();
  };
  return { ...write, shown, unread, edited, begin, stop, change, rebase, confirm: () => void confirm() };
}
