import { isValidCidr, isValidIp, parseCidr, addressInCidr, cidrContains, formatIp, parseIp } from './ip-address.js';
import * as names from './names.js';
import * as formats from './value-formats.js';

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const NAME_PART =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe('name checks', () => {
  it.each([
    [names.isDns1123Label, 'web-1'],
    [names.isDns1123Subdomain, 'a.b-c.1'],
    [names.isDns1123SubdomainWithUnderscore, '_srv.a_b.c'],
    [names.isDns1035Label, 'a1'],
    [names.isWildcardDns1123Subdomain, '*.example.com'],
    [names.isLabelValue, ''],
    [names.isLabelValue, 'A_b.c-1'],
    [names.isQualifiedName, 'example.com/My_Name'],
    [names.isPathSegmentName, 'system:node'],
    [names.isFullyQualifiedName, 'a.b.c'],
    [names.isFullyQualifiedDomainName, 'a.b.'],
    [formats.isPortName, 'http-1'],
    [formats.isPercent, '10%'],
    [formats.isConfigMapKey, '.hidden'],
    [formats.isEnvVarName, 'MY_ENV'],
    [formats.isRelaxedEnvVarName, '1 a!'],
    [formats.isHttpHeaderName, 'X-Y'],
    [formats.isCIdentifier, '_a1'],
    [formats.isConditionReason, 'A,B:c_'],
    [formats.isSysctlName, 'net/ipv4.tcp_x'],
    [isValidIp, '010.001.0.9'],
    [isValidIp, '::ffff:1.2.3.4'],
    [isValidCidr, '10.0.0.1/8'],
  ])('%p accepts %p', (check, value) => {
    expect(check(value)).toEqual([]);
  });

  it.each<[string, (value: string) => string[], string, string[]]>([
    ['subdomain', names.isDns1123Subdomain, 'A_b', [SUBDOMAIN]],
    ['long label', names.isDns1123Label, 'a'.repeat(64), ['must be no more than 63 characters']],
    ['empty name part', names.isQualifiedName, 'a/', ['name part must be non-empty', NAME_PART]],
    ['bad prefix', names.isQualifiedName, 'A/b', [`prefix part ${SUBDOMAIN}`]],
    ['empty prefix', names.isQualifiedName, '/b', ['prefix part must be non-empty']],
    ['dots', names.isPathSegmentName, '..', ["may not be '..'"]],
    ['slash and percent', names.isPathSegmentName, 'a/%', ["may not contain '/'", "may not contain '%'"]],
    [
      'two segments',
      names.isFullyQualifiedName,
      'a.b',
      ['should be a domain with at least three segments separated by dots'],
    ],
    ['digits only', formats.isPortName, '123', ['must contain at least one letter (a-z)']],
    ['hyphens', formats.isPortName, 'a--b', ['must not contain consecutive hyphens']],
    ['config key', formats.isConfigMapKey, '..a', ["must not start with '..'"]],
    ['ip', isValidIp, '1.2.3.256', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
    ['ip zone', isValidIp, 'fe80::1%eth0', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
    ['cidr', isValidCidr, '10.0.0.0/33', ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
  ])('reports: %s', (_title, check, value, messages) => {
    expect(check(value)).toEqual(messages);
  });

  it('counts bytes, not characters', () => {
    expect(names.isLabelValue('ü'.repeat(40))).toHaveLength(2);
  });

  it('stays fast on long hostile input', () => {
    expect(names.isDns1123Subdomain(`${'a.'.repeat(50_000)}!`)).toHaveLength(2);
  });
});

describe('addresses', () => {
  it.each([
    ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
    ['::', '::'],
    ['010.0.0.1', '10.0.0.1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::ffff:10.0.0.1', '::ffff:10.0.0.1'],
  ])('writes %s as %s', (text, canonical) => {
    expect(formatIp(parseIp(text)!)).toBe(canonical);
  });

  it('walks a network', () => {
    const cidr = parseCidr('10.96.3.7/12')!;
    expect(formatIp(addressInCidr(cidr, 1n))).toBe('10.96.0.1');
    expect(cidrContains(cidr, parseIp('10.111.0.1')!)).toBe(true);
    expect(cidrContains(cidr, parseIp('10.112.0.1')!)).toBe(false);
  });
});
