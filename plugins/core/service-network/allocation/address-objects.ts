import {
  type ApiObject,
  FieldPath,
  type ResourceStore,
  type Stores,
  invalid,
  invalidObject,
  isAlreadyExists,
  isNotFound,
  systemContext,
} from '../../../../src/plugin-api/index.js';
import { type SideEffect, formatIp, internalError, parseIp } from '../../../../src/plugin-api/built-in.js';
import { NO_ADDRESS } from '../../service/service-traits.js';
import type { Service, ServiceSpec } from '../../service/service.v1.js';

/** An address that is taken, as far as it is written here; the kind belongs to networking.k8s.io. */
interface AddressObject extends ApiObject {
  spec?: { readonly parentRef: ParentRef };
}

interface ParentRef {
  readonly resource: string;
  readonly namespace?: string;
  readonly name: string;
}

/** The label that says who keeps an address. */
const MANAGED_BY = 'ipaddress.kubernetes.io/managed-by';
const MANAGER = 'ipallocator.k8s.io';
const FAMILY = 'ipaddress.kubernetes.io/ip-family';

/** How old the object of an address is before it counts as left by a service that has gone, in milliseconds. */
const LEFT_AFTER = 60_000;

/** Maximum number of draws if an address is in use by another service. */
const ATTEMPTS = 16;

/** Keeps an IPAddress for each address of a service (gate `MultiCIDRServiceAllocator`). */
export class AddressObjects {
  constructor(private readonly stores: Stores) {}

  /**
   * Allocates addresses with `allocate`, and creates an object for each new one. Another address is drawn if the object
   * of one belongs to another service; 422 if that address was requested. The allocation is kept or released with the
   * outcome.
   */
  async hold(service: Service, old: Service | undefined, allocate: () => Promise<SideEffect>): Promise<SideEffect> {
    const sent = structuredClone(service.spec);
    const before = addressesOf(old?.spec);
    const passedOver: SideEffect[] = [];
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const effect = await allocate();
        const now = addressesOf(service.spec);
        const gained = now.filter((ip) => !before.includes(ip));
        const lost = before.filter((ip) => !now.includes(ip));
        const taken = await this.take(gained, service).catch(async (error: unknown) => {
          await effect.revert();
          throw error;
        });
        if (taken === undefined) return this.joined(effect, { gained, lost });
        // Kept until the end, so that it is not drawn again.
        passedOver.push(effect);
        if (addressesOf(sent).includes(taken)) throw alreadyTaken(service, taken);
        service.spec = structuredClone(sent);
      }
      throw internalError('failed to allocate a serviceIP: others have taken what is free');
    } finally {
      for (const effect of passedOver) await effect.revert();
    }
  }

  /** Deletes the objects of the addresses that a deleted service had. */
  async release({ spec }: Service): Promise<void> {
    await this.delete(addressesOf(spec));
  }

  /** Makes what is missing of the services there are, and deletes what was left by others; `now` since 1970. */
  async repair(services: readonly Service[], now: number): Promise<void> {
    const wanted = new Map(
      services.flatMap((service) => addressesOf(service.spec).map((ip) => [ip, service] as const)),
    );
    for (const { metadata } of await this.objects.list(systemContext())) {
      const isHeld = wanted.delete(metadata.name ?? '');
      if (isHeld || metadata.labels?.[MANAGED_BY] !== MANAGER) continue;
      // That of a service which is about to be stored is younger.
      if (now - Date.parse(metadata.creationTimestamp ?? '') > LEFT_AFTER) await this.delete([metadata.name!]);
    }
    for (const [ip, service] of wanted) await this.create(ip, service);
  }

  private get objects(): ResourceStore<AddressObject> {
    return this.stores.of<AddressObject>('networking.k8s.io', 'ipaddresses');
  }

  private joined(
    effect: SideEffect,
    { gained, lost }: { gained: readonly string[]; lost: readonly string[] },
  ): SideEffect {
    return {
      commit: async () => {
        await effect.commit();
        await this.delete(lost);
      },
      revert: async () => {
        await this.delete(gained);
        await effect.revert();
      },
    };
  }

  /**
   * Creates the objects of addresses; returns the first that belongs to another service, and then removes those it
   * created.
   */
  private async take(ips: readonly string[], service: Service): Promise<string | undefined> {
    const made: string[] = [];
    for (const ip of ips) {
      if (await this.create(ip, service)) {
        made.push(ip);
        continue;
      }
      await this.delete(made);
      return ip;
    }
    return undefined;
  }

  private async create(ip: string, { metadata: { namespace, name = '' } }: Service): Promise<boolean> {
    const labels = { [FAMILY]: ip.includes(':') ? 'IPv6' : 'IPv4', [MANAGED_BY]: MANAGER };
    const spec = { parentRef: { resource: 'services', namespace, name } };
    try {
      await this.objects.create(systemContext(), { metadata: { name: ip, labels }, spec });
      return true;
    } catch (error) {
      if (isAlreadyExists(error)) return false;
      throw error;
    }
  }

  private async delete(ips: readonly string[]): Promise<void> {
    for (const ip of ips) {
      await this.objects.delete(systemContext(), ip).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    }
  }
}

function addressesOf({ type, clusterIPs = [] }: ServiceSpec = {}): string[] {
  if (type === 'ExternalName') return [];
  return clusterIPs.flatMap((ip) => {
    const address = ip === NO_ADDRESS ? undefined : parseIp(ip);
    return address ? [formatIp(address)] : [];
  });
}

function alreadyTaken({ metadata, spec }: Service, ip: string): Error {
  const path = FieldPath.of('spec', 'clusterIPs');
  const why = `failed to allocate IP ${ip}: provided IP is already allocated`;
  return invalidObject({ group: '', kind: 'Service' }, metadata.name ?? '', [invalid(path, spec?.clusterIPs, why)]);
}
