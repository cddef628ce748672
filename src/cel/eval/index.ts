export { compileSteps } from './compiler.js';
export { type Activation, Frame } from './frame.js';
