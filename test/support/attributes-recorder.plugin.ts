import { ApiGroupPlugin, type AuthorizationAttributes, Authorizer, type Decision } from '../../src/plugin-api/index.js';

/** The user whose requests are all allowed, but for the end of a namespace, and written down. */
export const RECORDED_USER = 'recorded';

/** The authorization attributes of that user in the running server, in order. Emptied by tests. */
export const asked: AuthorizationAttributes[] = [];

class RecordingAuthorizer extends Authorizer {
  authorize(attributes: AuthorizationAttributes): Decision {
    if (attributes.user.name !== RECORDED_USER) return { verdict: 'NoOpinion', reason: '' };
    const endsNamespace = attributes.resource === 'namespaces' && attributes.verb.startsWith('delete');
    if (endsNamespace) return { verdict: 'Deny', reason: 'namespaces stay' };
    asked.push(attributes);
    return { verdict: 'Allow', reason: '' };
  }
}

/** A plugin with an authorizer that records its questions. */
@ApiGroupPlugin({
  group: 'attributes.example.com',
  versions: ['v1'],
  kinds: [],
  authorizers: [RecordingAuthorizer],
})
export class AttributesRecorderPlugin {}
