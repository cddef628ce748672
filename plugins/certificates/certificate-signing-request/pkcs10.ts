import { FieldPath, invalid, type FieldError } from '../../../src/plugin-api/index.js';
import { checkAs, type GoValue, goBytes, goNil } from '../../../src/plugin-api/built-in.js';
import { REQUEST_BLOCK, requestBytes } from './request-bytes.js';

const REQUEST = FieldPath.of('spec', 'request');
/** Organizations of a subject are groups of the user it names. */
const ORGANIZATION = 'O';

/** Checks the request itself: one in PEM, and signed with the key it is for. `base64` is its text as objects hold it; `release` words faults. */
export async function validateRequest(base64: string | undefined, release?: string): Promise<FieldError[]> {
  const fault = await requestFault(base64 ?? '');
  return fault === undefined ? [] : checkAs(release, () => [invalid(REQUEST, goRequest(base64), fault)]);
}

/** Returns the organizations a request names as its subject; undefined where it is no request. */
export async function organizationsOf(base64: string | undefined): Promise<readonly string[] | undefined> {
  const request = await parseRequest(requestBytes(base64 ?? ''));
  return request?.subjectName.getField(ORGANIZATION);
}

/** Returns the public key (PKIX, DER) of a request in DER; undefined where it is malformed, or not signed with that key. */
export async function signedRequestKey(der: Buffer): Promise<Buffer | undefined> {
  const request = await parseRequest(der);
  const isSigned = await request?.verify().catch(() => false);
  return request && isSigned ? Buffer.from(request.publicKey.rawData) : undefined;
}

async function requestFault(base64: string): Promise<string | undefined> {
  const der = requestBytes(base64);
  if (!der) return `PEM block type must be ${REQUEST_BLOCK}`;
  const request = await parseRequest(der);
  if (!request) return 'asn1: structure error: no certificate request';
  const isSigned = await request.verify().catch(() => false);
  return isSigned ? undefined : 'x509: the signature does not match the key';
}

async function parseRequest(der: Buffer | undefined) {
  if (!der) return undefined;
  const { Pkcs10CertificateRequest } = await loadX509();
  try {
    return new Pkcs10CertificateRequest(der);
  } catch {
    return undefined;
  }
}

/** Loaded when a request first comes: few servers see any. */
async function loadX509() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

function goRequest(base64: string | undefined | null): GoValue {
  // Go distinguishes empty bytes from nil.
  return typeof base64 === 'string' ? goBytes('[]byte', Buffer.from(base64, 'base64')) : goNil('[]byte');
}
