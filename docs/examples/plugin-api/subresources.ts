import { Readable } from 'node:stream';
import {
  ApiType,
  type ConnectRequest,
  type Connector,
  type Destination,
  Field,
  Inject,
  Injectable,
  KubernetesObject,
  type ReviewHandler,
  Stores,
  type SubresourceDefinition,
  type SubresourceHandler,
  type SubresourceRequest,
  type TextAtHand,
  statusAction,
} from '../../../src/plugin-api/index.js';
import { Dock } from './types.js';

/** An order to repair a ship. */
@ApiType({ name: 'com.example.docks.v1.Repair', doc: 'An order to repair a ship.' })
export class Repair extends KubernetesObject {
  @Field(2, 'time', { doc: 'When the ship comes.' }) at?: string;
}

/** `POST docks/NAME/repair` changes members of the status. */
export const repairSubresource = statusAction('repair', {
  of: Dock,
  body: Repair,
  status: (_dock, { at }) => ({ lastShip: at }),
});

/** The cranes of a dock. */
@ApiType({ name: 'com.example.docks.v1.DockCranes', doc: 'The cranes of a dock.' })
export class DockCranes extends KubernetesObject {
  @Field(2, 'string', { list: true, doc: 'Their names.' }) cranes: string[];
}

/** `GET docks/NAME/cranes`, for what the status does not show. */
@Injectable()
export class CranesHandler implements SubresourceHandler {
  @Inject(Stores) private readonly stores: Stores;

  async handle({ name, storeContext }: SubresourceRequest) {
    const { spec } = await this.stores.of(Dock).get(storeContext, name);
    return { metadata: { name }, cranes: spec.cranes ?? [] };
  }
}

/** The declaration, in `subresources` of the kind. */
export const cranesSubresource: SubresourceDefinition = {
  name: 'cranes',
  verbs: ['get'],
  type: DockCranes,
  handler: CranesHandler,
};

/** The server to which requests below a dock are proxied; in `connections` of the kind. */
export class RadioConnector implements Connector {
  async locate({ name }: ConnectRequest): Promise<Destination | TextAtHand> {
    if (name === 'own') return { text: Readable.from(['all is quiet']) };
    const where = { scheme: 'http', host: `${name}.radio.example.com`, port: '80', path: '/', query: '' } as const;
    return { ...where, peer: 'workload' };
  }
}

/** A kind with `review` is an operation: nothing is stored. */
export class ArrivalReview implements ReviewHandler {
  create(order: Repair) {
    return { ...order, status: { allowed: order.at !== undefined } };
  }
}
