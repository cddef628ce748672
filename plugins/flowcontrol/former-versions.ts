/** How long a version was there, and what came after it. */
interface VersionHistory {
  readonly name: string;
  readonly introduced: string;
  readonly deprecated: string;
  readonly removed: string;
  readonly replacement: string;
}

const GROUP = 'flowcontrol.apiserver.k8s.io';

/** The versions of the group before v1, which all of its kinds have shared. */
export const FORMER_FLOWCONTROL_VERSIONS = {
  v1beta1: historyOf({ name: 'v1beta1', introduced: '1.20', deprecated: '1.23', removed: '1.26', next: 'v1beta3' }),
  v1beta2: historyOf({ name: 'v1beta2', introduced: '1.23', deprecated: '1.26', removed: '1.29', next: 'v1beta3' }),
  v1beta3: historyOf({ name: 'v1beta3', introduced: '1.26', deprecated: '1.29', removed: '1.32', next: 'v1' }),
};

function historyOf({
  next,
  ...history
}: Omit<VersionHistory, 'replacement'> & { readonly next: string }): (kind: string) => VersionHistory {
  return (kind) => ({ ...history, replacement: `${GROUP}/${next} ${kind}` });
}
