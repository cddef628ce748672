export * from './autoscaling.plugin.js';
export { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler/horizontal-pod-autoscaler.v2.js';
