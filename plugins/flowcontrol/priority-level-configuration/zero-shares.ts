/** In v1beta3 this annotation says that zero shares are meant, and not left out. */
export const PRESERVE_ZERO = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';
