import { type PodCheck, containersSetting } from './pod-check.js';
import { containersText, settersText } from './wording.js';

/** Requires that no container runs as root: each declares so, or the pod does for it. */
export const runAsNonRoot: PodCheck = ({ spec }) => {
  const ofPod = spec.securityContext?.runAsNonRoot;
  const reason = 'runAsNonRoot != true';
  const refusing = containersSetting(spec, (settings) => settings.runAsNonRoot === false);
  const setters = settersText(ofPod === false, refusing);
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  const silent = ofPod === true ? [] : containersSetting(spec, (settings) => settings.runAsNonRoot === undefined);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
};

/** Requires that no container has the id of root. */
export const runAsUser: PodCheck = ({ spec }) => {
  const names = containersSetting(spec, (settings) => settings.runAsUser === 0);
  const setters = settersText(spec.securityContext?.runAsUser === 0, names);
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` };
};
