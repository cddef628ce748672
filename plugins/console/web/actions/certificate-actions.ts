import { listAt, textAt } from '../model/value-at.js';
import { type Action, attributesFor, isOneOf, pathTo } from './action.js';
import { type ActionTarget, kubectl } from './kubectl.js';

const GROUP = 'certificates.k8s.io';

/** Returns the decision about a request for a certificate; undefined before it. */
function decisionOf({ object }: ActionTarget): unknown {
  return listAt(object, 'status', 'conditions').find((each) => ['Approved', 'Denied'].includes(textAt(each, 'type')));
}

function decision(title: string, type: 'Approved' | 'Denied', word: 'approve' | 'deny'): Action {
  return {
    title,
    explanation: `Sets the condition ${type}, which cannot be taken back. Read the subject and the usages first.`,
    appliesTo: (target) =>
      isOneOf(target.resource, GROUP, 'certificatesigningrequests') && decisionOf(target) === undefined,
    access: (target) => [
      attributesFor(target, 'update', 'approval'),
      {
        ...{ verb: 'approve', group: GROUP, resource: 'signers', subresource: '', namespace: '' },
        name: textAt(target.object, 'spec', 'signerName'),
      },
    ],
    request: (target) => {
      const { object, resource } = target;
      const message = `This CSR was ${word === 'deny' ? 'denied' : 'approved'} in the console.`;
      const condition = { type, status: 'True', reason: `Console${title}`, message };
      const conditions = [...listAt(object, 'status', 'conditions'), condition];
      const identity = { apiVersion: `${resource.group}/${resource.version}`, kind: resource.kind };
      const body = { ...object, ...identity, status: { ...(object as { status?: object }).status, conditions } };
      return { method: 'PUT', path: pathTo(target, 'approval'), body };
    },
    command: ({ object }) => kubectl('certificate', word, object.metadata.name),
  };
}

/** Actions on requests for certificates. */
export const certificateActions: readonly Action[] = [
  decision('Approve', 'Approved', 'approve'),
  decision('Deny', 'Denied', 'deny'),
];
