import { inClusterConfig } from './in-cluster-config.js';

describe('inClusterConfig()', () => {
  it.each([
    ['10.0.0.1', 'https://10.0.0.1:443'],
    ['fd00::1', 'https://[fd00::1]:443'],
    ['kubernetes.default.svc', 'https://kubernetes.default.svc:443'],
  ])('leads to %s with the files of the service account', (host, server) => {
    const config = inClusterConfig({ KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: '443' });
    const directory = '/var/run/secrets/kubernetes.io/serviceaccount';
    expect(config.cluster).toMatchObject({ server, certificateAuthority: `${directory}/ca.crt` });
    expect(config.cluster.insecureSkipTlsVerify).toBe(false);
    expect(config.credentials).toMatchObject({ tokenFile: `${directory}/token`, token: '' });
  });

  it.each([{}, { KUBERNETES_SERVICE_HOST: '10.0.0.1' }, { KUBERNETES_SERVICE_PORT: '443' }])(
    'fails outside of a pod: %j',
    (environment) => {
      expect(() => inClusterConfig(environment)).toThrow('unable to load in-cluster configuration');
    },
  );
});
