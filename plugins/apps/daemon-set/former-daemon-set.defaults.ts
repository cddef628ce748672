import { type FormerWorkload, defaultLabels } from '../former-labels.defaults.js';
import { type DefaultedDaemonSet, defaultDaemonSetSpec } from './daemon-set.defaults.js';

/** Applies the defaults of a daemon set of extensions/v1beta1: pods are replaced when they are deleted (OnDelete). */
export function defaultExtensionsDaemonSet(set: DefaultedDaemonSet & FormerWorkload): void {
  defaultLabels(set);
  if (!set.spec) return;
  const strategy = (set.spec.updateStrategy ??= {});
  strategy.type ||= 'OnDelete';
  defaultDaemonSetSpec(set.spec);
}
