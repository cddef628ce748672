export { QuayPlugin } from './quay.plugin.js';
