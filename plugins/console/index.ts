export { ConsolePlugin } from './console.plugin.js';
