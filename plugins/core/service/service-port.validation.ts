import { type FieldError, FieldPath, duplicate, forbidden, invalid, required } from '../../../src/plugin-api/index.js';
import {
  goNil,
  goStruct,
  goIntOrString,
  isPortName,
  isPortNumber,
  fieldChecker,
} from '../../../src/plugin-api/built-in.js';
import { ServicePort, type ServiceSpec } from './service.v1.js';

const PORTS = FieldPath.of('spec', 'ports');
const checkPort = fieldChecker(ServicePort);

/** Checks each port of a service separately; names are unique and needed where there are several. */
export function validateServicePorts({ ports = [] }: ServiceSpec): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, i) => validatePort(port, { path: PORTS.index(i), needsName: ports.length > 1, names }));
}

/** Checks that no port number is used twice with one protocol, neither the service's own nor the nodes'. */
export function validatePortNumbers({ type, ports = [] }: ServiceSpec): FieldError[] {
  const misplaced =
    type === 'ClusterIP'
      ? ports.flatMap(({ nodePort }, i) =>
          nodePort ? [forbidden(PORTS.index(i).child('nodePort'), "may not be used when `type` is 'ClusterIP'")] : [],
        )
      : [];
  const repeatedNodePorts = repeated(ports, ({ protocol, nodePort }) =>
    nodePort ? `${protocol}/${nodePort}` : undefined,
  );
  const repeatedPorts = repeated(ports, ({ protocol, port }) => `${protocol}/${port}`);
  return [
    ...misplaced,
    ...repeatedNodePorts.map((i) => duplicate(PORTS.index(i).child('nodePort'), ports[i].nodePort)),
    ...repeatedPorts.map((i) => duplicate(PORTS.index(i), shownPort(ports[i]))),
  ];
}

interface PortRules {
  readonly path: FieldPath;
  readonly needsName: boolean;
  readonly names: Set<string>;
}

function validatePort(port: ServicePort, { path, needsName, names }: PortRules): FieldError[] {
  const { name } = port;
  const errors = checkPort(port, path, 'name');
  if (name) {
    if (names.has(name)) errors.push(duplicate(path.child('name'), name));
    names.add(name);
  } else if (needsName) errors.push(required(path.child('name')));
  return [
    ...errors,
    ...checkPort(port, path, 'port', 'protocol'),
    ...validateTargetPort(port.targetPort ?? 0, path.child('targetPort')),
    ...checkPort(port, path, 'appProtocol'),
  ];
}

function validateTargetPort(value: number | string, path: FieldPath): FieldError[] {
  const messages = typeof value === 'number' ? isPortNumber(value) : isPortName(value);
  return messages.map((message) => invalid(path, value, message));
}

function repeated(ports: readonly ServicePort[], key: (port: ServicePort) => string | undefined): number[] {
  const seen = new Set<string>();
  return ports.flatMap((port, i) => {
    const id = key(port);
    if (id === undefined) return [];
    const isRepeated = seen.has(id);
    seen.add(id);
    return isRepeated ? [i] : [];
  });
}

function shownPort({ protocol, port }: ServicePort): unknown {
  return goStruct('core.ServicePort', {
    Name: '',
    Protocol: protocol ?? '',
    AppProtocol: goNil('*string'),
    Port: port,
    TargetPort: goIntOrString(0),
    NodePort: 0,
  });
}
