import { type FieldError, FieldPath, badRequest, invalid, invalidObject } from '../../../../src/plugin-api/index.js';
import { type SideEffect, checkAs, internalError } from '../../../../src/plugin-api/built-in.js';
import { NO_ADDRESS, familyOf, needsHealthCheck, needsNodePort } from '../../service/service-traits.js';
import type { Service, ServicePort, ServiceSpec } from '../../service/service.v1.js';
import type { AddressRange } from './address-range.js';
import { defaultIpFamilies, isUnchangedPreference } from './ip-families.js';
import { NumberChanges } from './number-changes.js';
import { PortOperation } from './port-operation.js';
import type { PortRange } from './port-range.js';

const SPEC = FieldPath.of('spec');

/** The most lost races for numbers: each loss shows what others have taken. */
const ATTEMPTS = 16;

/** The numbers in use by stored services. */
export interface HeldByServices {
  readonly services: readonly ServiceSpec[];
  /** False where there are services that cannot be read. */
  readonly isWhole: boolean;
}

/** How numbers are taken. */
export interface AllocateOptions {
  /** A dry run: returns the numbers without allocating them. */
  readonly dryRun: boolean;
}

interface ReserveOptions extends AllocateOptions {
  /** True if it is tried again when it fails. */
  readonly isFirst?: boolean;
}

/**
 * Allocates addresses and node ports of services. Allocations are written to the store, so that no two services get
 * the same, whichever process writes them. Throws StatusError: 422 for a request that cannot be met, 500 when a range is
 * full.
 */
export class ServiceAllocator {
  /** The families of the cluster, the default first. */
  readonly families: readonly string[];

  /**
   * `ranges`: those of the cluster, one for each family, the default first; others may come and go behind them. `shownRelease`:
   * the one whose rules refuse.
   */
  constructor(
    private readonly ranges: readonly AddressRange[],
    private readonly ports: PortRange,
    private readonly shownRelease?: string,
  ) {
    this.families = ranges.map(({ family }) => family);
  }

  /** Completes a new service, or an updated one when `old` is given. The outcome must be committed or reverted. */
  async allocate(service: Service, old: Service | undefined, options: AllocateOptions): Promise<SideEffect> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const draft = withOwnSpec(service);
      const work = attempt === 1 ? await this.tryFresh(draft, old, options) : this.reserve(draft, old, options);
      if (!(await work.changes.store())) continue;
      work.changes.count();
      service.spec = draft.spec;
      return work.changes;
    }
    throw internalError('failed to allocate for a service: others are always first');
  }

  /** Frees all that a deleted service held. */
  async release({ spec = {} }: Service): Promise<void> {
    const changes = new NumberChanges();
    for (const range of this.ranges)
      for (const number of addressNumbers(range, spec)) changes.free(range.numbers, number);
    for (const number of this.portNumbers(spec)) changes.free(this.ports.numbers, number);
    await changes.commit();
  }

  /**
   * Synchronizes the recorded allocations with the stored services, which `list` finds. Another process, or a write
   * that is under way, may be in between; then it is looked at again.
   */
  async repair(list: () => Promise<HeldByServices>): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const all = [...this.ranges.map(({ numbers }) => numbers), this.ports.numbers];
      const since = await Promise.all(all.map((range) => range.refresh()));
      const { services, isWhole } = await list();
      const held = [
        ...this.ranges.map((range) => services.flatMap((spec) => addressNumbers(range, spec))),
        services.flatMap((spec) => this.portNumbers(spec)),
      ];
      const repairs = all.map((range, i) => range.repair({ since: since[i], held: held[i], isWhole }));
      if (!(await Promise.all(repairs)).includes(false)) return;
    }
  }

  /** A refusal may stand on what another process has changed since. */
  private async tryFresh(service: Service, old: Service | undefined, options: AllocateOptions): Promise<Allocation> {
    const before = withOwnSpec(service);
    try {
      return this.reserve(service, old, { ...options, isFirst: true });
    } catch {
      service.spec = before.spec;
      await Promise.all([...this.ranges, this.ports].map(({ numbers }) => numbers.refresh()));
      return this.reserve(service, old, options);
    }
  }

  private reserve(service: Service, old: Service | undefined, options: ReserveOptions): Allocation {
    return checkAs(this.shownRelease, () => this.reserveOnce(service, old, options));
  }

  private reserveOnce(service: Service, old: Service | undefined, { dryRun, isFirst }: ReserveOptions): Allocation {
    const spec = service.spec ?? {};
    const oldSpec = old && (old.spec ?? {});
    refuse(service, defaultIpFamilies(spec, oldSpec, this.families));
    const work = new Allocation({ service, ports: this.ports, ranges: this.ranges, dryRun });
    try {
      work.addresses(spec, oldSpec);
      work.nodePorts(spec, oldSpec);
      work.healthCheckPort(spec, oldSpec);
    } catch (error) {
      work.changes.cancel();
      if (!isFirst) work.changes.count();
      throw error;
    }
    return work;
  }

  private portNumbers(spec: ServiceSpec): number[] {
    return portsOf(spec).flatMap((port) => this.ports.numberOf(port) ?? []);
  }
}

interface AllocationParts {
  readonly service: Service;
  readonly ports: PortRange;
  readonly ranges: readonly AddressRange[];
  readonly dryRun: boolean;
}

/** The numbers that one write allocates and releases. */
class Allocation {
  readonly changes = new NumberChanges();
  private readonly operation: PortOperation;
  private readonly service: Service;
  private readonly ranges: readonly AddressRange[];
  private readonly dryRun: boolean;

  constructor({ service, ports, ranges, dryRun }: AllocationParts) {
    this.operation = new PortOperation(ports, this.changes, dryRun);
    this.service = service;
    this.ranges = ranges;
    this.dryRun = dryRun;
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
    else this.askedHealthCheckPort(spec.healthCheckNodePort);
  }

  /** No fault of the field in the reference, but an internal error, whose text this is. */
  private askedHealthCheckPort(port: number): void {
    const fault = this.operation.take(port);
    if (fault === undefined) return;
    const why = `failed to allocate requested HealthCheck NodePort ${port}: ${fault}`;
    throw badRequest(`Internal error occurred: ${why}`);
  }

  private allAddresses(spec: ServiceSpec): void {
    if (spec.type === 'ExternalName' || spec.clusterIPs?.[0] === NO_ADDRESS) return;
    for (const i of (spec.ipFamilies ?? []).keys()) this.address(spec, i);
  }

  /** Takes the address of one family: the one asked for, or any. */
  private address(spec: ServiceSpec, i: number): void {
    const ranges = this.ranges.filter(({ family, isClosed }) => family === spec.ipFamilies![i] && !isClosed);
    const asked = spec.clusterIPs?.[i];
    const ip = asked ? this.askedAddress(ranges, asked, spec) : this.anyAddress(ranges);
    spec.clusterIPs = [...(spec.clusterIPs ?? []).slice(0, i), ip, ...(spec.clusterIPs ?? []).slice(i + 1)];
    if (i === 0) spec.clusterIP = ip;
  }

  private askedAddress(ranges: readonly AddressRange[], ip: string, { clusterIPs }: ServiceSpec): string {
    const range = ranges.find((each) => each.numberOf(ip) !== undefined) ?? ranges[0];
    if (!range) throw rangeIsFull();
    const fault = this.dryRun ? range.rangeFault(ip) : range.reserve(ip);
    this.attempted(range, 'static', fault === undefined);
    if (fault !== undefined) {
      refuse(this.service, [invalid(SPEC.child('clusterIPs'), clusterIPs, `failed to allocate IP ${ip}: ${fault}`)]);
    }
    return this.taken(range, ip);
  }

  private anyAddress(ranges: readonly AddressRange[]): string {
    for (const range of ranges) {
      const ip = this.dryRun ? range.networkAddress : range.reserveAny();
      this.attempted(range, 'dynamic', ip !== undefined);
      if (ip !== undefined) return this.taken(range, ip);
    }
    throw rangeIsFull();
  }

  private attempted(range: AddressRange, scope: 'dynamic' | 'static', isGiven: boolean): void {
    if (!this.dryRun) this.changes.attempted(range.numbers, scope, isGiven);
  }

  private taken(range: AddressRange, ip: string): string {
    if (!this.dryRun) this.changes.take(range.numbers, range.numberOf(ip)!);
    return ip;
  }

  private releaseFrom(old: ServiceSpec, first: number): void {
    const families = old.ipFamilies ?? old.clusterIPs?.map(familyOf) ?? [];
    for (const [i, family] of families.entries()) {
      const ip = old.clusterIPs?.[i];
      if (i < first || ip === undefined || this.dryRun) continue;
      for (const range of this.ranges.filter((each) => each.family === family)) {
        const number = range.numberOf(ip);
        if (number !== undefined) this.changes.free(range.numbers, number);
      }
    }
  }

  /** Ports with one number but different protocols share a node port. */
  private newNodePorts(spec: ServiceSpec): void {
    const ports = spec.ports ?? [];
    const shared = new Map<number, number>();
    const askedFor = new Map(
      ports
        .filter((port) => port.nodePort)
        .reverse()
        .map((port) => [port.port, port.nodePort!]),
    );
    for (const [i, port] of ports.entries()) {
      if (!port.nodePort && !allocatesNodePorts(spec)) continue;
      const path = nodePortPath(i);
      const known = shared.get(port.port);
      if (known === undefined) {
        const asked = askedFor.get(port.port);
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
      this.refuseRepeated(port, used);
    }
    const kept = new Set(nodePortsOf(spec));
    for (const port of nodePortsOf(old)) if (!kept.has(port)) this.operation.release(port);
  }

  private refuseRepeated({ protocol, nodePort }: ServicePort, used: Set<string>): void {
    const id = `${protocol}/${nodePort}`;
    if (used.has(id)) throw badRequest(`duplicate nodePort: {${protocol} ${nodePort}}`);
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

const rangeIsFull = (): Error => internalError('failed to allocate a serviceIP: range is full');

function withOwnSpec(service: Service): Service {
  return { ...service, spec: structuredClone(service.spec) };
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

/** The numbers in a range of the addresses that a service has. */
function addressNumbers(range: AddressRange, spec: ServiceSpec): number[] {
  return addressesOf(spec).flatMap((ip) => range.numberOf(ip) ?? []);
}

function addressesOf({ type, clusterIPs }: ServiceSpec): string[] {
  return type === 'ExternalName' ? [] : (clusterIPs ?? []).filter((ip) => ip !== NO_ADDRESS && ip !== '');
}
