export * from '../apimachinery/index.js';
export * from '../schema/index.js';
export * from '../request/index.js';
export * from '../registry/index.js';
// The classes stand for the plain interfaces of the same names.
export { ListMeta, ManagedFieldsEntry, ObjectMeta, OwnerReference, Status, StatusCause, StatusDetails } from '../schema/index.js';
export * from './api-group-plugin.js';
