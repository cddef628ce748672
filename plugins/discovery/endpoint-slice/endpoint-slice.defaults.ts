/** Sets the name of a port to the empty text, and its protocol to TCP, unless they are set. */
export function defaultSlicePort(port: { name?: string; protocol?: string }): void {
  port.name ??= '';
  port.protocol ??= 'TCP';
}
