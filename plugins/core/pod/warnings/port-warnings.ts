import type { FieldPath } from '../../../../src/plugin-api/index.js';
import type { ContainerPort } from '../shape/container.v1.js';
import type { PodSpec } from '../shape/pod.v1.js';
import { MAX_WARNINGS } from './warning-limits.js';
import { placedContainers } from '../validation/container-visits.js';

interface PlacedPort {
  readonly port: ContainerPort;
  readonly place: FieldPath;
  /** How many ports came before. */
  readonly order: number;
}

/** Returns warnings for ports that are defined more than once; no more than an answer could show. */
export function portWarnings(spec: PodSpec, path: FieldPath): string[] {
  const warnings: string[] = [];
  for (const text of portTexts(spec, path)) {
    if (warnings.push(text) === MAX_WARNINGS) break;
  }
  return warnings;
}

function* portTexts(spec: PodSpec, path: FieldPath): Generator<string> {
  const groups = new Map<string, PortGroup>();
  let order = 0;
  for (const { container, path: containerPath } of placedContainers(spec, path)) {
    for (const [i, port] of (container.ports ?? []).entries()) {
      const placed = { port, place: containerPath.child('ports').index(i), order: order++ };
      if (port.hostIP && !port.hostPort) yield `${placed.place}: hostIP set without hostPort: ${goPort(port)}`;
      const key = `${port.containerPort}/${port.protocol}`;
      let group = groups.get(key);
      if (!group) groups.set(key, (group = new PortGroup()));
      for (const other of group.meeting(port)) yield `${placed.place}: ${clash(port, other.port)} with ${other.place}`;
      group.add(placed);
    }
  }
}

const ANY = 0;

/** Ports of one number and protocol, found by where they are opened on the host. */
class PortGroup {
  private readonly byPlace = new Map<string, PlacedPort[]>();

  add(placed: PlacedPort): void {
    const { hostPort = ANY, hostIP = '' } = placed.port;
    for (const place of new Set(['', `${hostPort}`, `${hostPort}/${hostIP}`])) {
      const known = this.byPlace.get(place);
      if (known) known.push(placed);
      else this.byPlace.set(place, [placed]);
    }
  }

  /** The ports so far that another one meets, in their order. */
  meeting({ hostPort = ANY, hostIP = '' }: ContainerPort): readonly PlacedPort[] {
    if (hostPort === ANY) return this.at('');
    const same =
      hostIP === '' ? this.at(`${hostPort}`) : [...this.at(`${hostPort}/${hostIP}`), ...this.at(`${hostPort}/`)];
    return [...this.at(`${ANY}`), ...same].sort((a, b) => a.order - b.order);
  }

  private at(place: string): readonly PlacedPort[] {
    return this.byPlace.get(place) ?? [];
  }
}

function clash(port: ContainerPort, other: ContainerPort): string {
  const [hostPort, otherHostPort] = [port.hostPort ?? ANY, other.hostPort ?? ANY];
  if ((port.hostIP ?? '') === (other.hostIP ?? '') && hostPort === otherHostPort) return 'duplicate port definition';
  const isRedundant = hostPort === ANY || otherHostPort === ANY;
  return isRedundant ? 'overlapping port definition' : 'dangerously ambiguous port definition';
}

function goPort({ name = '', hostPort = 0, containerPort, protocol = '', hostIP = '' }: ContainerPort): string {
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}
