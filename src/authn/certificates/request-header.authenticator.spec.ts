import type { IncomingMessage } from 'node:http';
import { X509Certificate } from 'node:crypto';
import { TestAuthority } from '../../../test/support/authority.js';
import type { AuthenticationResult } from '../authenticator.js';
import { CertificateBundle } from './certificate-bundle.js';
import { FrontProxies } from './front-proxies.js';
import { RequestHeaderAuthenticator, removeRequestHeaders } from './request-header.authenticator.js';

const NAMES = {
  username: ['X-Remote-User', 'X-Other-User'],
  uid: ['X-Remote-Uid'],
  group: ['X-Remote-Group', 'X-Other-Group'],
  extraPrefixes: ['X-Remote-Extra-'],
};
const [ca, otherCa] = await Promise.all([TestAuthority.create('proxies'), TestAuthority.create('others')]);
const PROXY = new X509Certificate((await ca.issue({ name: 'CN=front' })).cert);
const STRANGER = new X509Certificate((await otherCa.issue({ name: 'CN=front' })).cert);

interface Sent {
  readonly certificate?: X509Certificate;
  readonly fault?: string;
  readonly allowedNames?: readonly string[];
}

function believed(allowedNames: readonly string[] = []): FrontProxies {
  const proxies = new FrontProxies();
  proxies.use(NAMES, allowedNames);
  return proxies;
}

function ask(rawHeaders: string[], { certificate = PROXY, fault, allowedNames = [] }: Sent = {}) {
  const authorities = new CertificateBundle([ca.pem]);
  return new RequestHeaderAuthenticator({
    proxies: believed(allowedNames),
    authorities,
    audiences: ['api'],
  }).authenticate({
    headers: {},
    rawHeaders,
    path: '/',
    clientCertificate: () => ({ certificate, fault }),
  });
}

describe('RequestHeaderAuthenticator', () => {
  it.each<[string, string[], AuthenticationResult['user'] | undefined]>([
    ['a user [PROXY-01]', ['X-Remote-User', 'fido'], { name: 'fido', groups: [] }],
    ['no user [PROXY-07]', ['X-Remote-Group', 'dogs'], undefined],
    ['an empty user', ['X-Remote-User', '', 'X-Other-User', 'rex'], { name: 'rex', groups: [] }],
    ['the first of two users', ['X-Remote-User', 'fido', 'X-Remote-User', 'rex'], { name: 'fido', groups: [] }],
    [
      'groups of all their headers [PROXY-02]',
      [
        'X-Other-Group',
        'pets',
        'X-Remote-User',
        'fido',
        'X-Remote-Group',
        'dogs',
        'x-remote-group',
        '',
        'X-Remote-Group',
        'a, b',
      ],
      { name: 'fido', groups: ['dogs', 'a, b', 'pets'] },
    ],
    [
      'extra by decoded names [PROXY-03]',
      [
        'X-Remote-User',
        'f',
        'X-Remote-Extra-Acme.com%2Fproject',
        'p',
        'X-Remote-Extra-Scopes',
        'a',
        'X-Remote-Extra-Scopes',
        'b',
      ],
      { name: 'f', groups: [], extra: { 'acme.com/project': ['p'], scopes: ['a', 'b'] } },
    ],
    ['a uid [PROXY-08]', ['X-Remote-User', 'f', 'X-Remote-Uid', '17'], { name: 'f', uid: '17', groups: [] }],
  ])('reads %s', (_, raw, user) => {
    expect(ask(raw)?.user).toEqual(user);
  });

  it('is good for the audiences that are asked for, or else those of the server', () => {
    const settings = { proxies: believed(), authorities: new CertificateBundle([ca.pem]), audiences: ['api'] };
    const authenticator = new RequestHeaderAuthenticator(settings);
    const ask = (audiences?: readonly string[]): unknown =>
      authenticator.authenticate({
        ...{ headers: {}, rawHeaders: ['X-Remote-User', 'fido'], path: '/', audiences },
        clientCertificate: () => ({ certificate: PROXY }),
      })?.audiences;
    expect([ask(), ask(['other'])]).toEqual([['api'], ['other']]);
  });

  it('has nothing to say of a request without a certificate [PROXY-04]', () => {
    const settings = { proxies: believed(), authorities: new CertificateBundle([ca.pem]), audiences: [] };
    const authenticator = new RequestHeaderAuthenticator(settings);
    expect(
      authenticator.authenticate({ headers: {}, rawHeaders: ['X-Remote-User', 'fido'], path: '/' }),
    ).toBeUndefined();
  });

  it('believes no proxy before there is trust in some, and follows every change of it', () => {
    const proxies = new FrontProxies();
    const authenticator = new RequestHeaderAuthenticator({
      proxies,
      authorities: new CertificateBundle([ca.pem]),
      audiences: [],
    });
    const asked = (): AuthenticationResult | undefined =>
      authenticator.authenticate({
        headers: {},
        rawHeaders: ['X-Other-User', 'fido'],
        path: '/',
        clientCertificate: () => ({ certificate: PROXY, fault: undefined }),
      });
    expect(asked()).toBeUndefined();
    proxies.use({ ...NAMES, username: ['X-Other-User'] }, []);
    expect(asked()?.user.name).toBe('fido');
    proxies.use({ ...NAMES, username: ['X-Third-User'] }, []);
    expect(asked()).toBeUndefined();
  });

  it('refuses the certificate of another authority, and one that the handshake refused [PROXY-04]', () => {
    const raw = ['X-Remote-User', 'fido'];
    expect(() => ask(raw, { certificate: STRANGER })).toThrow('certificate signed by unknown authority');
    expect(() => ask(raw, { fault: 'CERT_HAS_EXPIRED' })).toThrow('CERT_HAS_EXPIRED');
  });

  it('takes the word of allowed names only [PROXY-06]', () => {
    const raw = ['X-Remote-User', 'fido'];
    expect(ask(raw, { allowedNames: ['back', 'front'] })?.user.name).toBe('fido');
    expect(() => ask(raw, { allowedNames: ['back'] })).toThrow(
      'x509: subject with cn=front is not in the allowed list',
    );
  });
});

describe('removeRequestHeaders()', () => {
  it('leaves what says nothing of users', () => {
    const request = {
      headers: { 'x-remote-user': 'fido', accept: '*/*', 'x-remote-extra-a': 'b' },
      rawHeaders: ['X-Remote-User', 'fido', 'Accept', '*/*', 'X-Remote-Extra-A', 'b'],
    };
    removeRequestHeaders(request as unknown as IncomingMessage, believed().current!);
    expect(request).toEqual({ headers: { accept: '*/*' }, rawHeaders: ['Accept', '*/*'] });
  });
});
