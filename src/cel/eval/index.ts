export { compileSteps } from './compiler.js';
export { type Activation, Failure, Frame, type Step } from './frame.js';
