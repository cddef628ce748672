/** A port has a name, perhaps an empty one, and is of TCP unless it says otherwise. */
export function defaultSlicePort(port: { name?: string; protocol?: string }): void {
  port.name ??= '';
  port.protocol ??= 'TCP';
}
