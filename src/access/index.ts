export { AccessObjects, type FollowedNames, type ObjectListener, type ObjectName } from './access-objects.js';
export { Readiness } from './readiness.js';
