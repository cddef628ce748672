export { provideFrom, valueToken } from './provide-from.js';
