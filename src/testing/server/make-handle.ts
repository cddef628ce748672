import { type Client, connect } from '../../client/index.js';
import type { ServerFacts, ServerOperations } from './server-operations.js';
import { checkDuration } from './check-options.js';
import { TestClient } from './test-client.js';
import type { Faults, Requests, TestServer } from './test-server.js';

/** The operations of a server, in this thread or another. */
export type Operations = Pick<ServerOperations, keyof ServerOperations>;

/** Makes the handle of a server that tests use. */
export async function makeHandle(facts: ServerFacts, operations: Operations): Promise<TestServer> {
  const requests = new TestClient(facts);
  const client = await clientOf(facts);
  return {
    ...facts,
    client,
    faults: faultsOf(operations),
    requests: requestsOf(operations),
    nodes: {
      add: (nodes = {}) => operations.addNodes(nodes),
      script: (selector, script) => operations.addScript(selector, script),
    },
    request: (method, path, sent) => requests.request(method, path, sent),
    open: (method, path, sent) => requests.open(method, path, sent),
    kubeconfigFor: (user) => operations.kubeconfigFor(user),
    snapshot: async () => ({ id: await operations.snapshot() }),
    restore: async (snapshot) => operations.restore(idOf(snapshot)),
    reset: () => operations.reset(),
    settled: () => operations.settled(),
    advance: async (milliseconds) => {
      checkDuration('advance', milliseconds);
      return operations.advance(milliseconds);
    },
    now: () => operations.now(),
    close: async () => {
      requests.close();
      await client.close();
      await operations.close();
    },
  };
}

function idOf(snapshot: unknown): number {
  const { id } = (snapshot ?? {}) as { readonly id?: unknown };
  if (typeof id === 'number') return id;
  throw new TypeError('restore: expected a snapshot, as in restore(await server.snapshot())');
}

function clientOf({ url, token, certificateAuthority: authority }: ServerFacts): Promise<Client> {
  return connect({ url, token, certificates: { authority }, fieldManager: 'test', httpVersion: 1 });
}

function faultsOf(operations: Operations): Faults {
  return {
    add: async (selector, fault) => {
      const id = await operations.addFault(selector, fault);
      return () => operations.removeFault(id);
    },
    clear: () => operations.clearFaults(),
    cutWatches: (selector) => operations.cutWatches(selector),
    expireHistory: () => operations.expireHistory(),
  };
}

function requestsOf(operations: Operations): Requests {
  return {
    find: (selector) => operations.findRequests(selector),
    clear: () => operations.clearRequests(),
  };
}
