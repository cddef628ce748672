import { parseJson, stringifyJson } from '../../codecs/index.js';
import { shapeOf } from '../../schema/index.js';
import {
  type Leadership,
  type Storage,
  type StoredValue,
  type ValueTransformer,
  type ValueTransformers,
  isConflict,
  isKeyExists,
  isKeyNotFound,
} from '../../storage/index.js';
import { ServerEndpoint } from './server-endpoint.v1.js';

/**
 * The addresses of the servers that share a store, each kept by its server for as long as that runs (upstream:
 * reconcilers.Leases). The port for plugins, and its injection token.
 *
 * @internal
 * @example
 * const addressesOf = (endpoints: ServerEndpoints) => endpoints.list();
 */
export abstract class ServerEndpoints {
  /** True if other servers may share the store. */
  abstract readonly isShared: boolean;
  /** Returns the addresses of servers that have renewed theirs in time, in order. */
  abstract list(): Promise<string[]>;
  /** Keeps the address of this server for some seconds more. */
  abstract renew(address: string): Promise<void>;
  /** Removes the address of this server, unless another process of it continues. */
  abstract remove(address: string): Promise<void>;
}

/** How long an address stays without renewal, in seconds (upstream: DefaultEndpointReconcilerTTL). */
const ENDPOINT_TTL_SECONDS = 15;

const PREFIX = '/registry/masterleases/';
/** The resource under which the reference encrypts these values. */
const VALUES = {
  group: '',
  resource: 'apiServerIPInfo',
  gvk: { group: '', version: 'v1', kind: 'Endpoints' },
  shape: shapeOf(ServerEndpoint),
};

/** The addresses in the store, as the reference keeps them: one object with a time to live for each. */
export class StoredServerEndpoints extends ServerEndpoints {
  private readonly transformer: ValueTransformer | undefined;

  constructor(
    private readonly storage: Storage,
    transformers: ValueTransformers,
    private readonly leadership: Pick<Leadership, 'isLeader'>,
  ) {
    super();
    this.transformer = transformers.of(VALUES);
  }

  get isShared(): boolean {
    return this.storage.isSharedByServers;
  }

  async list(): Promise<string[]> {
    const { items } = await this.storage.range(PREFIX);
    return items.flatMap((item) => addressOf(this.decode(item)));
  }

  async renew(address: string): Promise<void> {
    const key = PREFIX + address;
    const stored = await this.storage.get(key);
    const generation = (stored && this.decode(stored)?.metadata?.generation) ?? 0;
    // Without a change the reference would not write, and not renew.
    const value = this.encode(key, endpointOf(address, generation + 1));
    const options = { ttlSeconds: ENDPOINT_TTL_SECONDS };
    if (stored) await this.storage.update(key, value, stored.revision, options).catch(ignoreRace);
    else await this.storage.create(key, value, options).catch(ignoreRace);
  }

  async remove(address: string): Promise<void> {
    // A worker that does not lead any more leaves the address to the one that does.
    if (!this.leadership.isLeader) return;
    const stored = await this.storage.get(PREFIX + address);
    if (stored) await this.storage.delete(stored.key, stored.revision).catch(ignoreRace);
  }

  private encode(key: string, endpoint: object): Buffer {
    const plain = Buffer.from(stringifyJson(endpoint));
    return this.transformer ? this.transformer.toStored(plain, key) : plain;
  }

  /** The object of a value; undefined where it cannot be read: it expires. */
  private decode({ key, value }: StoredValue): Partial<ServerEndpoint> | undefined {
    try {
      const plain = this.transformer ? this.transformer.fromStored(value, key) : value;
      return parseJson(plain.toString('utf8')).value as Partial<ServerEndpoint>;
    } catch {
      return undefined;
    }
  }
}

function endpointOf(address: string, generation: number): object {
  return {
    kind: 'Endpoints',
    apiVersion: 'v1',
    metadata: { creationTimestamp: null, generation },
    subsets: [{ addresses: [{ ip: address, hostname: '' }] }],
  };
}

function addressOf(endpoint: Partial<ServerEndpoint> | undefined): string[] {
  const ip = endpoint?.subsets?.[0]?.addresses?.[0]?.ip;
  return typeof ip === 'string' && ip !== '' ? [ip] : [];
}

/** Another server with the same address was as quick: the address is kept by that. */
function ignoreRace(error: unknown): void {
  if (!isConflict(error) && !isKeyExists(error) && !isKeyNotFound(error)) throw error;
}
