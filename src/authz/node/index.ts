export { NodeAuthorizer } from './node.authorizer.js';
export { nodeNameOf } from './node-identity.js';
