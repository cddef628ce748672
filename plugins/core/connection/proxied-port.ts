import { failure } from '../../../src/plugin-api/built-in.js';

/** Refuses with 503 what is no number of a port: nothing but a service gives its ports names. */
export function checkPort(port: string): void {
  if (port === '' || (/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) return;
  const why = /^\d+$/.test(port) ? `address ${port}: invalid port` : `lookup tcp/${port}: unknown port`;
  throw failure(503, `error trying to reach service: dial tcp: ${why}`, { reason: 'ServiceUnavailable' });
}
