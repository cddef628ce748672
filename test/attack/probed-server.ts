import { type AttackedServer, Prober, startAttackedServer } from './support.js';

/** A server for all tests of a file, and a prober of it. */
export interface ProbedServer {
  readonly server: AttackedServer;
  readonly prober: Prober;
}

/** Starts a server with a prober before the tests of a file, and stops both after them; the members are there in between. */
export function probedServer(): ProbedServer {
  let running: ProbedServer | undefined;
  beforeAll(async () => {
    const server = await startAttackedServer();
    running = { server, prober: new Prober(server.connect(server.adminToken)) };
  });
  afterAll(async () => {
    await running!.prober.stop();
    expect(await running!.server.stop()).toBe(0);
  });
  return {
    get server() {
      return running!.server;
    },
    get prober() {
      return running!.prober;
    },
  };
}
