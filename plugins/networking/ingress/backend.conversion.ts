import type { Conversion } from '../../../src/plugin-api/index.js';
import type {
  HTTPIngressPathV1beta1,
  IngressBackendV1beta1,
  IngressSpecV1beta1,
  IngressV1beta1,
} from './ingress.v1beta1.js';
import type { HTTPIngressPath, Ingress, IngressBackend, IngressServiceBackend, IngressSpec } from './ingress.v1.js';

/** Between v1 and the versions whose backends name a service and its port side by side. */
export const backendConversion: Conversion<IngressV1beta1, Ingress> = {
  toHub: ({ spec, ...rest }) => ({ ...rest, spec: spec && toSpec(spec) }),
  fromHub: ({ spec, ...rest }) => ({ ...rest, spec: spec && fromSpec(spec) }),
};

function toSpec({ backend, rules, ...spec }: IngressSpecV1beta1): IngressSpec {
  const toRule = mapPaths<HTTPIngressPathV1beta1, HTTPIngressPath>((path) => ({
    ...path,
    backend: toBackend(path.backend),
  }));
  return { ...spec, defaultBackend: backend && toBackend(backend), rules: rules?.map(toRule) };
}

function fromSpec({ defaultBackend, rules, ...spec }: IngressSpec): IngressSpecV1beta1 {
  const toRule = mapPaths<HTTPIngressPath, HTTPIngressPathV1beta1>((path) => ({
    ...path,
    backend: fromBackend(path.backend),
  }));
  return { ...spec, backend: defaultBackend && fromBackend(defaultBackend), rules: rules?.map(toRule) };
}

interface Rule<Path> {
  readonly host?: string;
  readonly http?: { readonly paths?: Path[] };
}

function mapPaths<From, To>(change: (path: From) => To): (rule: Rule<From>) => Rule<To> {
  return ({ http, ...rest }) => ({ ...rest, http: http && { ...http, paths: http.paths?.map(change) } });
}

function toBackend({ serviceName: name = '', servicePort = 0, ...rest }: IngressBackendV1beta1): IngressBackend {
  const hasService = name !== '' || servicePort !== 0;
  if (!hasService) return rest;
  const port = typeof servicePort === 'string' ? { name: servicePort } : { number: servicePort };
  return { ...rest, service: { name, port } };
}

function fromBackend({ service, ...rest }: IngressBackend): IngressBackendV1beta1 {
  return service ? { ...rest, serviceName: service.name, servicePort: portOf(service) } : rest;
}

function portOf({ port: { name, number = 0 } = {} }: IngressServiceBackend): string | number {
  return name || number;
}
