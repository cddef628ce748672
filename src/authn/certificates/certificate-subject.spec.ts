import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
import { commonNameOf, subjectValues } from './certificate-subject.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

it.each<[string, string | undefined, string[]]>([
  ['CN=alice', 'alice', []],
  ['O=devs, CN=alice', 'alice', ['devs']],
  ['O=devs, O=testers, CN=alice', 'alice', ['devs', 'testers']],
  // The last counts (upstream: Go's pkix.Name).
  ['CN=alice, O=devs, CN=bob, CN=carol', 'carol', ['devs']],
  ['O=devs', undefined, ['devs']],
  ['OU=devs', undefined, []],
  ['', undefined, []],
])('reads the common name and the organizations of the subject %j', async (name, commonName, organizations) => {
  const made = await X509CertificateGenerator.createSelfSigned({ name, keys, signingAlgorithm: ALGORITHM });
  const certificate = new X509Certificate(made.toString('pem'));
  expect([commonNameOf(certificate), subjectValues(certificate, 'O')]).toStrictEqual([commonName, organizations]);
});
