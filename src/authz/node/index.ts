export { NodeAuthorizer, type NodeAuthorizerParts } from './node.authorizer.js';
