import { useState } from 'preact/hooks';
import { type Action, attributesFor, isOneOf } from '../../actions/action.js';
import { actionsOn } from '../../actions/actions.js';
import { DRAIN, drainAccess } from '../../actions/node-actions.js';
import type { ActionTarget } from '../../actions/kubectl.js';
import { ActionDialog, DeleteDialog, DrainDialog, KubectlDialog } from './lazy-dialogs.js';
import { type Offer, useAllowed } from './use-allowed.js';

const DELETE = 'Delete';
const KUBECTL = 'kubectl';

/** Renders what the user is allowed to do with an object. */
export function ActionsBar({ target }: { readonly target: ActionTarget }) {
  const [opened, setOpened] = useState<string | undefined>();
  // An action may no longer apply once it is done: its dialog closes on its own terms.
  const [dialogAction, setDialogAction] = useState<Action | undefined>();
  const actions = actionsOn(target);
  const allowed = useAllowed(offersFor(target, actions));
  const close = (): void => (setOpened(undefined), setDialogAction(undefined));
  const buttons = [...actions.map(({ title }) => title), DRAIN].filter((title) => allowed.has(title));
  const open = (title: string): void => {
    setDialogAction(actions.find((action) => action.title === title));
    setOpened(title);
  };
  return (
    <>
      <div class="actions" role="group" aria-label="Actions">
        {[...buttons, KUBECTL].map((title) => (
          <button type="button" key={title} onClick={() => open(title)}>
            {title}
          </button>
        ))}
        {allowed.has(DELETE) && (
          <button type="button" class="danger" onClick={() => open(DELETE)}>
            {DELETE}
          </button>
        )}
      </div>
      {dialogAction && <ActionDialog action={dialogAction} target={target} onClose={close} />}
      {opened === DRAIN && <DrainDialog target={target} onClose={close} />}
      {opened === KUBECTL && <KubectlDialog target={target} onClose={close} />}
      {opened === DELETE && <DeleteDialog resource={target.resource} object={target.object} onClose={close} />}
    </>
  );
}

function offersFor(target: ActionTarget, actions: readonly Action[]): Offer[] {
  const offers = actions.map((action): Offer => ({ title: action.title, attributes: action.access(target) }));
  if (isOneOf(target.resource, '', 'nodes')) offers.push({ title: DRAIN, attributes: drainAccess(target) });
  if (target.resource.verbs.has('delete'))
    offers.push({ title: DELETE, attributes: [attributesFor(target, 'delete')] });
  return offers;
}
