import {
  type FieldError,
  FieldPath,
  duplicate,
  forbidden,
  invalid,
  isDns1123Label,
  isQualifiedName,
  notSupported,
  required,
} from '../../../src/plugin-api/index.js';
import { goNil, goStruct, goIntOrString, isPortName, isPortNumber } from '../../../src/plugin-api/built-in.js';
import type { ServicePort, ServiceSpec } from './service.v1.js';

const PORTS = FieldPath.of('spec', 'ports');
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

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
  const { name, protocol, appProtocol } = port;
  const errors: FieldError[] = [];
  if (name) {
    errors.push(...isDns1123Label(name).map((message) => invalid(path.child('name'), name, message)));
    if (names.has(name)) errors.push(duplicate(path.child('name'), name));
    names.add(name);
  } else if (needsName) errors.push(required(path.child('name')));
  errors.push(...isPortNumber(port.port).map((message) => invalid(path.child('port'), port.port, message)));
  if (!protocol) errors.push(required(path.child('protocol')));
  else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(path.child('protocol'), protocol, PROTOCOLS));
  errors.push(...validateTargetPort(port.targetPort ?? 0, path.child('targetPort')));
  if (appProtocol !== undefined) {
    errors.push(...isQualifiedName(appProtocol).map((m) => invalid(path.child('appProtocol'), appProtocol, m)));
  }
  return errors;
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
