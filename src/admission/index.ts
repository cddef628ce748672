export * from './admission-chain.js';
export * from './admission-plugin.js';
