import type { ApiObject } from '../../apimachinery/index.js';

interface SecretRef {
  readonly name?: string;
  readonly namespace?: string;
}

interface VolumeSource {
  readonly secretRef?: SecretRef;
  readonly secretName?: string;
  readonly secretNamespace?: string | null;
  readonly nodePublishSecretRef?: SecretRef;
  readonly nodeStageSecretRef?: SecretRef;
  readonly nodeExpandSecretRef?: SecretRef;
}

/** The members of a volume that determine which nodes may read it, and which secrets with it. */
export interface ReferringVolume extends ApiObject {
  readonly spec?: { readonly claimRef?: { readonly namespace?: string; readonly name?: string } };
}

/** Returns the claim that has a volume, as `<namespace>/<name>`; undefined when none has. */
export function claimOf({ spec }: ReferringVolume): string | undefined {
  const claim = spec?.claimRef;
  return claim ? `${claim.namespace ?? ''}/${claim.name ?? ''}` : undefined;
}

/** Returns the secrets a node needs to mount a volume, each as `<namespace>/<name>`. */
export function secretsOf({ spec }: ReferringVolume): string[] {
  const claimNamespace = spec?.claimRef?.namespace ?? '';
  return Object.values(spec ?? {}).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    const source = value as VolumeSource;
    const { secretRef, nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef, secretName, secretNamespace } =
      source;
    const named = { name: secretName, namespace: secretNamespace ?? undefined };
    return [secretRef, nodePublishSecretRef, nodeStageSecretRef, nodeExpandSecretRef, named].flatMap((ref) =>
      ref?.name ? [`${ref.namespace || claimNamespace}/${ref.name}`] : [],
    );
  });
}
