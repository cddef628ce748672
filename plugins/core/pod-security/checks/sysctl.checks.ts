import type { PodCheck } from './pod-check.js';

/** Returns a check that lets only some parameters of the kernel be set. */
export function sysctlsOf(allowed: readonly string[]): PodCheck {
  const safe = new Set(allowed);
  return ({ spec }) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name }) => name);
    const refused = names.filter((name) => !safe.has(name));
    return refused.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: refused.join(', ') };
  };
}

/** Parameters that belong to a pod alone. */
export const FIRST_SYSCTLS: readonly string[] = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];

/** Those of release 1.27. */
export const RESERVED_PORT_SYSCTLS: readonly string[] = [...FIRST_SYSCTLS, 'net.ipv4.ip_local_reserved_ports'];

/** Those of release 1.29. */
export const KEEPALIVE_SYSCTLS: readonly string[] = [
  ...RESERVED_PORT_SYSCTLS,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];

/** Those of release 1.32. */
export const BUFFER_SYSCTLS: readonly string[] = [...KEEPALIVE_SYSCTLS, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];
