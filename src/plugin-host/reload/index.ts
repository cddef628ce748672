export { FolderWatch } from './folder-watch.js';
