import type { FieldPath } from '../../../src/plugin-api/index.js';
import type { ContainerPort } from './container.v1.js';
import type { PodSpec } from './pod.v1.js';
import { placedContainers } from './validation/container-visits.js';

interface PlacedPort {
  readonly port: ContainerPort;
  readonly place: FieldPath;
}

/** Warnings for ports that are defined more than once. */
export function portWarnings(spec: PodSpec, path: FieldPath): string[] {
  const seen = new Map<string, PlacedPort[]>();
  return placedContainers(spec, path).flatMap(({ container, path: containerPath }) =>
    (container.ports ?? []).flatMap((port, i) => {
      const place = containerPath.child('ports').index(i);
      const key = `${port.containerPort}/${port.protocol}`;
      const others = seen.get(key) ?? [];
      seen.set(key, [...others, { port, place }]);
      const lonely = port.hostIP && !port.hostPort ? [`${place}: hostIP set without hostPort: ${goPort(port)}`] : [];
      return [
        ...lonely,
        ...others.flatMap((other) => clash(port, other.port).map((t) => `${place}: ${t} with ${other.place}`)),
      ];
    }),
  );
}

function clash(port: ContainerPort, other: ContainerPort): string[] {
  const [ip, otherIp] = [port.hostIP ?? '', other.hostIP ?? ''];
  const [hostPort, otherHostPort] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if (ip === otherIp && hostPort === otherHostPort) return ['duplicate port definition'];
  if (hostPort === 0 || otherHostPort === 0) return ['overlapping port definition'];
  const isAmbiguous = hostPort === otherHostPort && (ip === '') !== (otherIp === '');
  return isAmbiguous ? ['dangerously ambiguous port definition'] : [];
}

function goPort({ name = '', hostPort = 0, containerPort, protocol = '', hostIP = '' }: ContainerPort): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}
