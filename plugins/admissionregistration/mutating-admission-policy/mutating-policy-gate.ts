/** The feature gate without which mutating policies are stored, as upstream, and have no effect. */
export const MUTATING_POLICY_GATE = 'MutatingAdmissionPolicy';

/** The warning of clients that store policies or bindings while the gate is off. */
export const WITHOUT_EFFECT = `this object has no effect: the feature gate ${MUTATING_POLICY_GATE} is off`;
