import { duplicate, invalid, type FieldError, type FieldPath } from '../../../../src/plugin-api/index.js';
import { isPortName, fieldChecker } from '../../../../src/plugin-api/built-in.js';
import { type Container, ContainerPort } from '../shape/container.v1.js';
import { check } from './checks.js';

const checkPort = fieldChecker(ContainerPort);

type WithPorts = Pick<Container, 'ports'>;

/** Checks the ports of a container. */
export function validateContainerPorts(ports: readonly ContainerPort[] | undefined, path: FieldPath): FieldError[] {
  const names = new Set<string>();
  return (ports ?? []).flatMap((port, i) => {
    const place = path.index(i);
    return [
      ...(port.name ? portNameErrors(port.name, names, place.child('name')) : []),
      ...checkPort(port, place, 'containerPort', 'hostPort', 'protocol'),
    ];
  });
}

function portNameErrors(name: string, names: Set<string>, path: FieldPath): FieldError[] {
  const errors = check(name, path, isPortName);
  if (errors.length > 0) return errors;
  if (names.has(name)) return [duplicate(path, name)];
  names.add(name);
  return [];
}

/** Checks that no two ports of the containers want the same port of the host. */
export function validateHostPortConflicts(containers: readonly WithPorts[], path: FieldPath): FieldError[] {
  const taken = new Set<string>();
  return containers.flatMap((container, c) =>
    (container.ports ?? []).flatMap((port, p) => {
      if (!port.hostPort) return [];
      const key = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`;
      if (taken.has(key)) return [duplicate(path.index(c).child('ports').index(p).child('hostPort'), key)];
      taken.add(key);
      return [];
    }),
  );
}

/** Checks that pods on the host's network publish each port under its own number. */
export function validateHostNetworkPorts(containers: readonly WithPorts[], path: FieldPath): FieldError[] {
  return containers.flatMap((container, c) =>
    (container.ports ?? []).flatMap((port, p) => {
      if (!port.hostPort || port.hostPort === port.containerPort) return [];
      const text = 'must match `containerPort` when `hostNetwork` is true';
      return [invalid(path.index(c).child('ports').index(p).child('hostPort'), port.hostPort, text)];
    }),
  );
}
