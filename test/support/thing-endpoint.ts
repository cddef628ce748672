import { once } from 'node:events';
import { Agent, type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Authorizer } from '../../src/authz/index.js';
import { Serializers, builtInSerializers } from '../../src/codecs/index.js';
import { AnswerResources, ApiHandler, RequestContext, sendError } from '../../src/endpoints/index.js';
import type { KnownKinds } from '../../src/endpoints/bodies/body-expectation.js';
import type { ApiHandlerOptions } from '../../src/endpoints/resource-request.js';
import { type ServedResource, type ServedResourceParts, StoredResource } from '../../src/plugin-host/index.js';
import { UpgradeResponse } from '../../src/proxy/index.js';
import type { SubresourceDefinition, SubresourceHandler } from '../../src/registry/index.js';
import { parseRequestInfo } from '../../src/request/index.js';
import { type ThingStore, type ThingStoreOptions, openThingStore } from './registry-store.js';
import { type TestAnswer, type TestRequest, readAnswer } from './test-client.js';

/** The path of the things in the namespace `n`. */
export const THINGS = '/apis/test.example.com/v1/namespaces/n/things';

/** The options of the handler of things in tests. */
export interface ThingEndpointOptions extends ThingStoreOptions {
  readonly handler?: Partial<ApiHandlerOptions>;
  /** The text of the warning of a deprecated version. */
  readonly deprecation?: string;
  /** True if large answers are compressed for clients that accept it. */
  readonly compresses?: boolean;
  /** Makes another resource than one of stored things, of its version. */
  readonly serve?: (parts: ServedResourceParts) => ServedResource;
  /** Prepares the context of each request, as the filters before the handler do. */
  readonly prepare?: (context: RequestContext) => void;
}

/** Handles requests for things: the handler of API objects over HTTP, without the filters before it. */
export interface ThingEndpoint extends ThingStore {
  /** The things in version `v1`. */
  readonly resource: StoredResource;
  /** Host and port. */
  readonly address: string;
  /** Sends a request and reads the whole answer. */
  send(method: string, path: string, sent?: TestRequest): Promise<TestAnswer>;
  /** Sends a request; the body of the answer is the caller's to read. */
  open(method: string, path: string, sent?: TestRequest): Promise<IncomingMessage>;
}

const ALLOWING: Authorizer = { authorize: () => ({ verdict: 'Allow', reason: '' }) };
const shared = new AnswerResources();
const serializers = new Serializers(builtInSerializers());

/** The served resources: the things in each of their versions, by its name. */
function resourcesOf(
  { store }: ThingStore,
  { deprecation, serve }: ThingEndpointOptions,
): ReadonlyMap<string, ServedResource> {
  const kind = store.kind as unknown as StoredResource['kind'];
  const connectorOf = (): never => {
    throw new Error('there are no connections');
  };
  // A handler is made without what would be injected into it.
  const handlerOf = ({ handler: Handler }: SubresourceDefinition): SubresourceHandler => new Handler();
  const functions = { hasSubresource: () => true, handlerOf, connectorOf };
  const resources = [...kind.versions.values()].map((version) => {
    const gvr = { group: kind.group, version: version.name, resource: 'things' };
    const parts = { gvr, kind, version, deprecation, ...functions };
    return serve?.(parts) ?? new StoredResource(parts, store as unknown as StoredResource['store']);
  });
  return new Map(resources.map((resource) => [resource.version.name, resource]));
}

function handlerOf({ kind }: StoredResource, { handler }: ThingEndpointOptions): ApiHandler {
  const typeOf: KnownKinds['typeOf'] = (apiVersion, name) =>
    name === kind.kind ? kind.versions.get(apiVersion)?.type : undefined;
  return new ApiHandler({
    minRequestTimeoutSeconds: 1800,
    watchFeatures: { hasInitialEvents: true },
    kinds: { knowsKind: (...names) => typeOf(...names) !== undefined, typeOf },
    deleteCollectionWorkers: 1,
    validatesFields: true,
    deletesUnreadable: false,
    authorizer: ALLOWING,
    backends: undefined as never,
    translations: { ofChannels: true, ofPorts: true },
    ...handler,
  });
}

interface Served extends Pick<ThingEndpointOptions, 'compresses'> {
  readonly resources: ReadonlyMap<string, ServedResource>;
}

function contextOf(
  request: IncomingMessage,
  response: ServerResponse,
  { resources, compresses = false }: Served,
): RequestContext {
  const [path, search = ''] = request.url!.split('?');
  const query = new URLSearchParams(search);
  const info = parseRequestInfo(request.method!, path, query);
  const catalogue = {
    resource: (_group: string, version: string, name: string) =>
      name === 'things' ? resources.get(version) : undefined,
  };
  const facts = { request, response, info, query, catalogue, serializers, shared };
  const context = new RequestContext({ ...facts, id: 'the-request', compresses });
  context.identify({ name: 'alice', groups: [] });
  return context;
}

/** Opens an empty store of things and serves it on the loopback interface. */
export async function openThingEndpoint(options: ThingEndpointOptions = {}): Promise<ThingEndpoint> {
  const things = await openThingStore(options);
  const resources = resourcesOf(things, options);
  const resource = resources.get('v1') as StoredResource;
  const handler = handlerOf(resource, options);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const context = contextOf(request, response, { resources, compresses: options.compresses });
    options.prepare?.(context);
    try {
      await handler.handle(context);
    } catch (error) {
      await sendError(context, error);
    }
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    void answer(request, new UpgradeResponse(request, socket, head));
  });
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true });
  const { port } = server.address() as AddressInfo;
  const open = async (method: string, path: string, { body, headers }: TestRequest = {}): Promise<IncomingMessage> => {
    const bytes = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const own = bytes !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
    };
    const call = request({ host: '127.0.0.1', port, agent, method, path, headers: { ...own, ...headers } });
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    call.end(bytes);
    const [response] = await answered;
    return response;
  };
  const close = async (): Promise<void> => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    await things.close();
  };
  const send: ThingEndpoint['send'] = async (...sent) => readAnswer(await open(...sent));
  return { ...things, resource, address: `127.0.0.1:${port}`, open, send, close };
}
