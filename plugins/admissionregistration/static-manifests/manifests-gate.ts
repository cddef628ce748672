/** The feature gate without which no manifests are read. */
export const MANIFESTS_GATE = 'ManifestBasedAdmissionControlConfig';

/** The releases that know of manifests. */
export const MANIFESTS_SPAN = { since: '1.36' } as const;
