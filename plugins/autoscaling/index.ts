export * from './autoscaling.plugin.js';
export {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscalerStatus,
} from './horizontal-pod-autoscaler/horizontal-pod-autoscaler.v2.js';
