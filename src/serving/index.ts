export { openByFlags, serve } from './serve.js';
