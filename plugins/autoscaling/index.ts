export * from './autoscaling.plugin.js';
