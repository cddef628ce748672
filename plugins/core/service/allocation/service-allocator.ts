import {
  type FieldError,
  FieldPath,
  type SideEffect,
  internalError,
  invalid,
  invalidObject,
} from '../../../../src/plugin-api/index.js';
import { NO_ADDRESS, needsHealthCheck, needsNodePort } from '../service-traits.js';
import type { Service, ServicePort, ServiceSpec } from '../service.v1.js';
import type { AddressRange } from './address-range.js';
import { defaultIpFamilies, isUnchangedPreference } from './ip-families.js';
import { PortOperation, type PortRange } from './port-range.js';

const SPEC = FieldPath.of('spec');

/**
 * Gives services their addresses and node ports. What is taken lives in memory and is derived from the stored services
 * at start; every allocation is one synchronous step, so no two writes get the same. Throws StatusError: 422 for a
 * request that cannot be met, 500 when a range is full.
 */
export class ServiceAllocator {
  constructor(
    private readonly addresses: readonly AddressRange[],
    private readonly ports: PortRange,
  ) {}

  /** The families of the cluster, the default first. */
  get families(): string[] {
    return this.addresses.map(({ family }) => family);
  }

  /** Marks what a stored service holds as taken. */
  restore({ spec = {} }: Service): void {
    for (const ip of addressesOf(spec)) this.rangeOf(ip)?.take(ip);
    for (const port of portsOf(spec)) this.ports.take(port);
  }

  /** Frees all that a deleted service held. */
  release({ spec = {} }: Service): void {
    for (const ip of addressesOf(spec)) this.rangeOf(ip)?.free(ip);
    for (const port of portsOf(spec)) this.ports.free(port);
  }

  /** Completes a new service, or an updated one when `old` is given. The outcome must be committed or reverted. */
  allocate(service: Service, old: Service | undefined, dryRun: boolean): SideEffect {
    const spec = service.spec ?? {};
    const oldSpec = old && (old.spec ?? {});
    refuse(service, defaultIpFamilies(spec, oldSpec, this.families));
    const work = new Allocation(service, this.ports, this.addresses, dryRun);
    try {
      work.addresses(spec, oldSpec);
      work.nodePorts(spec, oldSpec);
      work.healthCheckPort(spec, oldSpec);
    } catch (error) {
      work.revert();
      throw error;
    }
    return work;
  }

  private rangeOf(ip: string): AddressRange | undefined {
    return this.addresses.find((range) => range.rangeFault(ip) === undefined);
  }
}

/** What one write takes and gives back. */
class Allocation implements SideEffect {
  private readonly operation: PortOperation;
  private readonly taken: { range: AddressRange; ip: string }[] = [];
  private readonly released: { range: AddressRange; ip: string }[] = [];

  constructor(
    private readonly service: Service,
    ports: PortRange,
    private readonly ranges: readonly AddressRange[],
    private readonly dryRun: boolean,
  ) {
    this.operation = new PortOperation(ports, dryRun);
  }

  commit(): void {
    if (!this.dryRun) for (const { range, ip } of this.released) range.free(ip);
    this.operation.commit();
  }

  revert(): void {
    if (!this.dryRun) for (const { range, ip } of this.taken) range.free(ip);
    this.operation.revert();
  }

  addresses(spec: ServiceSpec, old: ServiceSpec | undefined): void {
    if (!old || (old.type === 'ExternalName' && spec.type !== 'ExternalName')) return this.allAddresses(spec);
    if (isUnchangedPreference(spec, old) || old.clusterIPs?.[0] === NO_ADDRESS) return;
    if (spec.type === 'ExternalName') return this.releaseFrom(old, 0);
    const [now, before] = [spec.ipFamilies ?? [], old.ipFamilies ?? []];
    if (before.length === 1 && now.length === 2) this.address(spec, 1);
    if (before.length === 2 && now.length === 1) this.releaseFrom(old, 1);
  }

  nodePorts(spec: ServiceSpec, old: ServiceSpec | undefined): void {
    if (!needsNodePort(spec)) {
      for (const port of old && needsNodePort(old) ? nodePortsOf(old) : []) this.operation.release(port);
      return;
    }
    if (old) this.changedNodePorts(spec, old);
    else this.newNodePorts(spec);
  }

  healthCheckPort(spec: ServiceSpec, old: ServiceSpec | undefined): void {
    const hadOne = old !== undefined && needsHealthCheck(old);
    if (!needsHealthCheck(spec)) {
      if (hadOne && old.healthCheckNodePort) this.operation.release(old.healthCheckNodePort);
      return;
    }
    if (hadOne) return;
    if (!spec.healthCheckNodePort) spec.healthCheckNodePort = this.anyPort('HealthCheck NodePort');
    else this.port(spec.healthCheckNodePort, SPEC.child('healthCheckNodePort'));
  }

  private allAddresses(spec: ServiceSpec): void {
    if (spec.type === 'ExternalName' || spec.clusterIPs?.[0] === NO_ADDRESS) return;
    for (const i of (spec.ipFamilies ?? []).keys()) this.address(spec, i);
  }

  /** Takes the address of one family: the one asked for, or any. */
  private address(spec: ServiceSpec, i: number): void {
    const range = this.ranges.find(({ family }) => family === spec.ipFamilies![i])!;
    const asked = spec.clusterIPs?.[i];
    const ip = asked ? this.askedAddress(range, asked, spec) : this.anyAddress(range);
    spec.clusterIPs = [...(spec.clusterIPs ?? []).slice(0, i), ip, ...(spec.clusterIPs ?? []).slice(i + 1)];
    if (i === 0) spec.clusterIP = ip;
  }

  private askedAddress(range: AddressRange, ip: string, { clusterIPs }: ServiceSpec): string {
    const fault = this.dryRun ? range.rangeFault(ip) : range.take(ip);
    if (fault !== undefined) {
      refuse(this.service, [invalid(SPEC.child('clusterIPs'), clusterIPs, `failed to allocate IP ${ip}: ${fault}`)]);
    }
    this.taken.push({ range, ip });
    return ip;
  }

  private anyAddress(range: AddressRange): string {
    const ip = this.dryRun ? range.networkAddress : range.takeAny();
    if (ip === undefined) throw internalError('failed to allocate a serviceIP: range is full');
    this.taken.push({ range, ip });
    return ip;
  }

  private releaseFrom(old: ServiceSpec, first: number): void {
    for (const [i, family] of (old.ipFamilies ?? []).entries()) {
      const range = this.ranges.find((r) => r.family === family);
      const ip = old.clusterIPs?.[i];
      if (i >= first && range && ip) this.released.push({ range, ip });
    }
  }

  /** Ports with one number but different protocols share a node port. */
  private newNodePorts(spec: ServiceSpec): void {
    const ports = spec.ports ?? [];
    const shared = new Map<number, number>();
    for (const [i, port] of ports.entries()) {
      if (!port.nodePort && !allocatesNodePorts(spec)) continue;
      const path = nodePortPath(i);
      const known = shared.get(port.port);
      if (known === undefined) {
        const asked = ports.find((other) => other.port === port.port && other.nodePort)?.nodePort;
        if (asked) this.port(asked, path);
        port.nodePort = asked ?? this.anyPort('nodePort');
        shared.set(port.port, port.nodePort);
      } else if (!port.nodePort) port.nodePort = known;
      else if (port.nodePort !== known) this.port(port.nodePort, path);
    }
  }

  private changedNodePorts(spec: ServiceSpec, old: ServiceSpec): void {
    const held = new Set(nodePortsOf(old));
    const used = new Set<string>();
    for (const [i, port] of (spec.ports ?? []).entries()) {
      if (!port.nodePort && !allocatesNodePorts(spec)) continue;
      if (!port.nodePort) port.nodePort = this.anyPort('nodePort');
      else if (!held.has(port.nodePort)) {
        this.port(port.nodePort, nodePortPath(i));
        held.add(port.nodePort);
      }
      this.refuseRepeated(port, i, used);
    }
    const kept = new Set(nodePortsOf(spec));
    for (const port of nodePortsOf(old)) if (!kept.has(port)) this.operation.release(port);
  }

  private refuseRepeated({ protocol, nodePort }: ServicePort, i: number, used: Set<string>): void {
    const id = `${protocol}/${nodePort}`;
    if (used.has(id)) refuse(this.service, [invalid(nodePortPath(i), nodePort, 'provided port is already allocated')]);
    used.add(id);
  }

  private port(port: number, path: FieldPath): void {
    const fault = this.operation.take(port);
    if (fault !== undefined) refuse(this.service, [invalid(path, port, fault)]);
  }

  private anyPort(what: string): number {
    const port = this.operation.takeAny();
    if (port === undefined) throw internalError(`failed to allocate a ${what}: range is full`);
    return port;
  }
}

function refuse({ metadata }: Service, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: '', kind: 'Service' }, metadata.name ?? '', errors);
}

function allocatesNodePorts({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean {
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);
}

function nodePortPath(i: number): FieldPath {
  return SPEC.child('ports').index(i).child('nodePort');
}

function nodePortsOf({ ports }: ServiceSpec): number[] {
  return (ports ?? []).flatMap(({ nodePort }) => (nodePort ? [nodePort] : []));
}

function portsOf(spec: ServiceSpec): number[] {
  return [...nodePortsOf(spec), ...(spec.healthCheckNodePort ? [spec.healthCheckNodePort] : [])];
}

function addressesOf({ type, clusterIPs }: ServiceSpec): string[] {
  return type === 'ExternalName' ? [] : (clusterIPs ?? []).filter((ip) => ip !== NO_ADDRESS && ip !== '');
}
