/** The annotation that named the class before there was a field for it. */
export const INGRESS_CLASS_ANNOTATION = 'kubernetes.io/ingress.class';
