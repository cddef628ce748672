export { StoredLosses } from './stored-losses.js';
