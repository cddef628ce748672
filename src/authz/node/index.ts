export { NodeAuthorizer } from './node.authorizer.js';
