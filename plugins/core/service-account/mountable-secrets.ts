import type { Container, EphemeralContainer } from '../pod/shape/container.v1.js';
import type { PodSpec } from '../pod/shape/pod.v1.js';
import type { ServiceAccount } from './service-account.v1.js';

/** The annotation that restricts pods to the secrets that their account lists. */
export const ENFORCE_MOUNTABLE_SECRETS = 'kubernetes.io/enforce-mountable-secrets';

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);

/** Reports whether pods may use only the secrets that an account lists. */
export function enforcesMountableSecrets({ metadata }: ServiceAccount): boolean {
  return TRUE.has(metadata.annotations?.[ENFORCE_MOUNTABLE_SECRETS] ?? '');
}

/** Returns the first secret of a new pod that its account does not list. */
export function unlistedSecret(spec: PodSpec, account: ServiceAccount): string | undefined {
  const listed = namesOf(account.secrets);
  const volume = spec.volumes?.find(({ secret }) => secret && !listed.has(secret.secretName ?? ''));
  const unlisted = volume
    ? `volume with secret.secretName="${volume.secret!.secretName ?? ''}"`
    : (unlistedIn('init container', spec.initContainers, listed) ?? unlistedIn('container', spec.containers, listed));
  if (unlisted) return refusal(unlisted, account);
  const pulled = namesOf(account.imagePullSecrets);
  const references = spec.imagePullSecrets ?? [];
  const i = references.findIndex(({ name = '' }) => !pulled.has(name));
  if (i < 0) return undefined;
  return `imagePullSecrets[${i}].name="${references[i].name ?? ''}" is not allowed because service account ${account.metadata.name} does not reference that imagePullSecret`;
}

/** Returns the same for containers that are added to a running pod. */
export function unlistedEphemeralSecret(spec: PodSpec, account: ServiceAccount): string | undefined {
  const unlisted = unlistedIn('ephemeral container', spec.ephemeralContainers, namesOf(account.secrets));
  return unlisted && refusal(unlisted, account);
}

function refusal(what: string, { metadata }: ServiceAccount): string {
  return `${what} is not allowed because service account ${metadata.name} does not reference that secret`;
}

function unlistedIn(
  sort: string,
  containers: readonly (Container | EphemeralContainer)[] | undefined,
  listed: ReadonlySet<string>,
): string | undefined {
  for (const { name, env = [], envFrom = [] } of containers ?? []) {
    const references = [
      ...env.map((one) => ({ by: `envVar ${one.name}`, secret: one.valueFrom?.secretKeyRef })),
      ...envFrom.map((one) => ({ by: 'envFrom', secret: one.secretRef })),
    ];
    const found = references.find(({ secret }) => secret && !listed.has(secret.name ?? ''));
    if (found) return `${sort} ${name} with ${found.by} referencing secret.secretName="${found.secret!.name ?? ''}"`;
  }
  return undefined;
}

function namesOf(references: readonly { name?: string }[] | undefined): ReadonlySet<string> {
  return new Set((references ?? []).map(({ name = '' }) => name));
}
