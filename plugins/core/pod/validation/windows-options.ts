import { invalid, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import type { WindowsSecurityContextOptions } from '../shape/security-context.v1.js';
import { checkSubdomain } from './checks.js';

const SPEC_MAX = 64 * 1024;
const USER_MAX = 104;
const DOMAIN_MAX = 256;

const CONTROL = /[\u0000-\u001f\u007f]/;
const NETBIOS_DOMAIN = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/;
const DNS_DOMAIN = /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Checks the options of Windows containers. */
export function validateWindowsOptions(
  options: WindowsSecurityContextOptions | undefined,
  path: FieldPath,
): FieldError[] {
  if (!options) return [];
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  const specFault = gmsaCredentialSpec === undefined ? undefined : credentialSpecFault(gmsaCredentialSpec);
  const userFault = runAsUserName === undefined ? [] : userNameFaults(runAsUserName);
  return [
    ...(gmsaCredentialSpecName === undefined
      ? []
      : checkSubdomain(gmsaCredentialSpecName, path.child('gmsaCredentialSpecName'))),
    ...(specFault ? [invalid(path.child('gmsaCredentialSpec'), gmsaCredentialSpec, specFault)] : []),
    ...userFault.map((fault) => invalid(path.child('runAsUserName'), runAsUserName, `runAsUserName${fault}`)),
  ];
}

function credentialSpecFault(spec: string): string | undefined {
  if (spec === '') return 'gmsaCredentialSpec cannot be an empty string';
  return Buffer.byteLength(spec) > SPEC_MAX ? 'gmsaCredentialSpec size must be under 64 KiB' : undefined;
}

function userNameFaults(name: string): string[] {
  if (name === '') return [' cannot be an empty string'];
  if (CONTROL.test(name)) return [' cannot contain control characters'];
  const parts = name.split('\\');
  if (parts.length > 2) return [' cannot contain more than one backslash'];
  const user = parts[parts.length - 1];
  return [...(parts.length === 2 ? domainFaults(parts[0]) : []), ...userFaults(user)];
}

function domainFaults(domain: string): string[] {
  const faults: string[] = [];
  if (domain.length >= DOMAIN_MAX) faults.push(`'s Domain length must be under ${DOMAIN_MAX} characters`);
  if (!NETBIOS_DOMAIN.test(domain) && !DNS_DOMAIN.test(domain)) {
    faults.push("'s Domain doesn't match the NetBios nor the DNS format");
  }
  return faults;
}

function userFaults(user: string): string[] {
  if (user === '') return ["'s User cannot be empty"];
  const faults: string[] = [];
  if (user.length > USER_MAX) faults.push(`'s User length must not be longer than ${USER_MAX} characters`);
  if (/^[. ]+$/.test(user)) faults.push("'s User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    faults.push(`'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return faults;
}
