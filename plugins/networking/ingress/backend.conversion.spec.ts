import { backendConversion } from './backend.conversion.js';
import type { IngressBackendV1beta1, IngressV1beta1 } from './ingress.v1beta1.js';
import type { IngressBackend } from './ingress.v1.js';

const metadata = { name: 'i' };
const old = (backend: IngressBackendV1beta1): IngressV1beta1 => ({ metadata, spec: { backend } });
const resource = { kind: 'Bucket', name: 'b' };

describe('backendConversion', () => {
  it.each<[IngressBackendV1beta1, IngressBackend]>([
    [{ serviceName: 's', servicePort: 80 }, { service: { name: 's', port: { number: 80 } } }],
    [{ serviceName: 's', servicePort: 'web' }, { service: { name: 's', port: { name: 'web' } } }],
    [{ serviceName: '', servicePort: 80 }, { service: { name: '', port: { number: 80 } } }],
    [{ resource }, { resource }],
    [{}, {}],
  ])('turns a backend %j into %j and back', (backend, defaultBackend) => {
    const hub = backendConversion.toHub(old(backend));
    expect(hub.spec?.defaultBackend).toEqual(defaultBackend);
    expect(backendConversion.fromHub(hub).spec?.backend).toEqual(backend);
  });

  it('goes through the paths of all rules', () => {
    const path = { path: '/', pathType: 'Prefix', backend: { serviceName: 's', servicePort: 1 } };
    const ingress: IngressV1beta1 = {
      metadata,
      spec: { rules: [{ host: 'h', http: { paths: [path] } }, { host: 'i' }] },
    };
    const hub = backendConversion.toHub(ingress);
    expect(hub.spec?.rules?.[0]?.http?.paths?.[0]?.backend).toEqual({ service: { name: 's', port: { number: 1 } } });
    expect(hub.spec?.rules?.[1]).toMatchObject({ host: 'i' });
    expect(backendConversion.fromHub(hub)).toEqual({ ...ingress, spec: { ...ingress.spec, backend: undefined } });
  });

  it('takes an ingress without a spec', () => {
    expect(backendConversion.toHub({ metadata })).toEqual({ metadata });
  });
});
