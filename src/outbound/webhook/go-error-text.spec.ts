import { NAMELESS_CODE } from '../certificate-fault.js';
import { OutboundError, type OutboundFault } from '../outbound-error.js';
import { certificateFaultText, goErrorText } from './go-error-text.js';

const PEER = { host: 'hooks.example.com', port: '8443' };
const X509 = 'tls: failed to verify certificate: x509:';

/** A failed connection with an error of Node, nested as the HTTP library does. */
function failed(members: object, depth = 1): OutboundError {
  let cause: object = Object.assign(new Error('inner'), members);
  for (let level = 1; level < depth; level++) cause = new Error('outer', { cause });
  return new OutboundError('connection', 'no connection', { cause });
}

describe('goErrorText()', () => {
  it.each<[OutboundFault, string]>([
    ['timeout', 'context deadline exceeded'],
    ['canceled', 'context canceled'],
    ['too-large', 'http: response body too large'],
    ['reset', 'EOF'],
    ['malformed', 'as the client says'],
    ['credentials', 'as the client says'],
  ])('words a fault of the kind %s', (fault, text) => {
    expect(goErrorText(new OutboundError(fault, 'as the client says'), PEER)).toBe(text);
  });

  it.each([
    ['ECONNREFUSED', 'dial tcp 192.0.2.1:9443: connect: connection refused'],
    ['EHOSTUNREACH', 'dial tcp 192.0.2.1:9443: connect: no route to host'],
    ['ENETUNREACH', 'dial tcp 192.0.2.1:9443: connect: network is unreachable'],
    ['ENOTFOUND', 'dial tcp: lookup hooks.example.com: no such host'],
    ['CERT_HAS_EXPIRED', `${X509} certificate has expired or is not yet valid`],
    ['EOTHER', 'no connection'],
  ])('words a connection that failed with %s', (code, text) => {
    expect(goErrorText(failed({ code, address: '192.0.2.1', port: 9443 }), PEER)).toBe(text);
  });

  it('names the host and port of the URL where the error has no address', () => {
    const text = 'dial tcp hooks.example.com:8443: connect: connection refused';
    expect(goErrorText(failed({ code: 'ECONNREFUSED' }), PEER)).toBe(text);
  });

  it('puts IPv6 addresses in brackets', () => {
    const error = failed({ code: 'ECONNREFUSED', address: '::1', port: 443 });
    expect(goErrorText(error, { host: '[::1]', port: '443' })).toBe('dial tcp [::1]:443: connect: connection refused');
  });

  it('finds the first of several errors, and one in five others, but none that is nested more deeply', () => {
    const refused = { code: 'ECONNREFUSED', address: '192.0.2.1', port: 1 };
    const text = 'dial tcp 192.0.2.1:1: connect: connection refused';
    expect(goErrorText(failed({ errors: [refused, { code: 'EHOSTUNREACH' }] }), PEER)).toBe(text);
    expect([5, 6].map((depth) => goErrorText(failed(refused, depth), PEER))).toEqual([text, 'no connection']);
    expect(goErrorText(failed({ code: 'ECONNREFUSED', cause: null }), PEER)).toContain('connection refused');
    expect(goErrorText(failed({ code: 'ECONNREFUSED', cause: 'text' }), PEER)).toContain('connection refused');
  });

  it('says the names of a certificate that is made out to others', () => {
    const reason = "Host: hooks.example.com. is not in the cert's altnames: DNS:a.example.com, IP Address:192.0.2.1";
    const error = failed({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', reason });
    expect(goErrorText(error, PEER)).toBe(
      `${X509} certificate is valid for a.example.com, 192.0.2.1, not hooks.example.com`,
    );
  });
});

describe('certificateFaultText()', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_SIGNATURE_FAILURE',
  ])('words a certificate that nobody trusted has signed: %s', (code) => {
    expect(certificateFaultText({ code }, 'a')).toBe(`${X509} certificate signed by unknown authority`);
  });

  it('words certificates that are not valid yet, or name their server in the subject only', () => {
    const expired = `${X509} certificate has expired or is not yet valid`;
    expect(certificateFaultText({ code: 'CERT_NOT_YET_VALID' }, 'a')).toBe(expired);
    const nameless = `${X509} certificate relies on legacy Common Name field, use SANs instead`;
    expect(certificateFaultText({ code: NAMELESS_CODE }, 'a')).toBe(nameless);
  });

  it.each([undefined, '', "Host: a. is not in the cert's altnames: "])('says that there are no names: %j', (reason) => {
    const text = `${X509} certificate is not valid for any names, but wanted to match a`;
    expect(certificateFaultText({ code: 'ERR_TLS_CERT_ALTNAME_INVALID', reason }, 'a')).toBe(text);
  });

  it('says nothing of other errors', () => expect(certificateFaultText({}, 'a')).toBeUndefined());
});
