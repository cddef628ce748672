import { type ActionTarget, commandsFor } from '../../actions/kubectl.js';
import { CopyCommand } from '../../ui/copy-command.js';
import { Dialog } from '../../ui/parts.js';

/** Renders the commands of kubectl for an object, to be copied. */
export function KubectlDialog({ target, onClose }: { readonly target: ActionTarget; readonly onClose: () => void }) {
  return (
    <Dialog title={`${target.object.metadata.name} with kubectl`} onClose={onClose}>
      {commandsFor(target).map(([title, command]) => (
        <CopyCommand key={title} title={title} command={command} />
      ))}
    </Dialog>
  );
}
