import type { Server } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { ControllerHost } from '../../controllers/index.js';
import type { Clock } from '../../observability/index.js';
import { Stores } from '../../plugin-api/index.js';
import type { Identifiers } from '../../registry/index.js';
import { RequestObservers } from '../../request/index.js';
import { WatchCache } from '../../storage/index.js';
import type { RequestGate } from '../pipeline/request-gate.js';

/** The parts of a running server that a testing kit uses. */
export interface ServerParts {
  readonly observers: RequestObservers;
  readonly cache: WatchCache;
  readonly controllers: ControllerHost;
  readonly stores: Stores;
  /** The listener of the server, which does not listen yet. */
  readonly listener: Server;
}

/** Replaceable parts of a server under test. A server without instruments does no work for them. */
export interface Instruments {
  /** The time of the server, in place of that of the machine. */
  readonly clock?: Clock;
  /** Source of uids and of the suffixes of generated names; random when not given. */
  readonly identifiers?: Identifiers;
  readonly gate?: RequestGate;
  /** Called once, when all parts exist and before the server listens. */
  readonly opened?: (parts: ServerParts) => void;
}

/** Passes the parts of an application to its instruments. */
export function openInstruments(app: INestApplication, { opened }: Instruments): void {
  const find = { strict: false } as const;
  opened?.({
    observers: app.get(RequestObservers, find),
    cache: app.get(WatchCache, find),
    controllers: app.get(ControllerHost, find),
    stores: app.get(Stores, find),
    listener: app.getHttpServer() as Server,
  });
}
