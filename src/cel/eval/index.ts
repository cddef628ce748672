export { compileSteps } from './compiler.js';
export { type Activation, Frame, type Step } from './frame.js';
