export { SampleGroupPlugin } from './sample-group.plugin.js';
